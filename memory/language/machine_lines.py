"""Lines written for or by machines: settings, timetables, comments, commands, logs, data. They state nothing of anybody."""

import re
from typing import Final

_SETTING: Final = re.compile(
    r"^\s*(?:-\s+)?[A-Za-z_][\w.-]*\s*:(?:\s+[\"'\[{]?[\w./@:$*+-]*[\"'\]}]?)?\s*(?:#.*)?$|"
    r"^\s*[A-Za-z_][\w.-]*\s*=\s*\S*$|^\s*\[[A-Za-z_][\w.-]*\]\s*$|"
    r"^\s*export\s+\w+=|^\s*(?:FROM|RUN|COPY|ENV|EXPOSE|ENTRYPOINT|CMD|WORKDIR|LABEL|MAINTAINER)\s+\S"
)
_TIMETABLE: Final = re.compile(r"^\s*(?:[\d*/,-]+\s+){4}[\d*/,A-Z-]+\s+\S")
_COMMENT: Final = re.compile(
    r"^\s*(?://|/\*|\*/|;;|--\s|<!--|\"\"\"|''')|^\s*#+\s*[^\s#].{0,12}[：:]|^\s*#!|^\s*#\s*(?:TODO|FIXME|include|"
    r"define|pragma)|^\s*(?:TODO|FIXME|XXX|HACK)[(:：]|\*/\s*$"
)
_COMMAND: Final = re.compile(
    r"^\s*(?:[$>%]\s+\S|(?:sudo\s+)?(?:git|docker|kubectl|npm|yarn|pip3?|apt(?:-get)?|curl|wget|ssh|scp|chmod|chown|"
    r"mkdir|rm|cp|mv|cd|ls|cat|grep|tar|make|cargo|go|node|python3?|java|mvn|psql|mysql|redis-cli|systemctl|crontab)"
    r"\s+(?:-{1,2}\w|[a-z]+\b\s*-|\S*[/.:=]|commit|push|pull|run|exec|install|clone|checkout|get|apply|up|build|add|"
    r"start|stop|restart)|"
    r"(?:select|insert\s+into|update|delete\s+from|create\s+table|alter\s+table|drop\s+table|grant|"
    r"use)\s+[\w*`\"].*(?:;\s*$|\b(?:from|set|values|where|add|to|on)\b)|[A-Z]+\s+/\S*\s+HTTP)",
    re.I,
)
_LOG: Final = re.compile(
    r"^\s*(?:\[?(?:\d{4}[-/])?\d{1,2}[-/]\d{1,2}[T ]\d{1,2}:\d{2}(?::\d{2})?[^\]]{0,12}\]|"
    r"[A-Z][a-z]{2} +\d{1,2} \d{2}:\d{2}:\d{2} |\d{2}:\d{2}:\d{2}[.,]\d{3}|"
    r"\[?(?:TRACE|FATAL|NOTICE|CRITICAL|CRIT|PANIC|DEBUG|INFO|WARN(?:ING)?|ERROR|E|W|I|D)\]\s|(?:INFO|WARN|ERROR|DEBUG|"
    r"FATAL)\s+[\w.]+\s+-|"
    r"\[?\s*(?:OK|FAILED|  OK  )\s*\]\s|\S+ - - \[|level=\w+|ts=\d)|\b(?:level|trace_?id|request_?id|req_?id|span_?id|"
    r"uid|pid|thread|latency|cost)=\S+"
)
_BOOT: Final = re.compile(
    r"^\s*[\[【](?:启动|心跳|系统|调试|日志|初始化|加载|健康检查|定时任务|监控|告警恢复|自检|引导|守护进程|进程|内核|"
    r"服务|调度|会话|上下文|记忆|插件|模块|工具|警告|错误|信息|debug|info|boot|init|kernel|cron|agent|memory|context|"
    r"trace|startup|heartbeat|system|tool|plugin|session|scheduler)[^\]】]{0,8}[\]】]"
    r"|^\s*(?:系统启动|正在(?:启动|加载|初始化|连接)|加载完成|初始化(?:完成|中)|心跳(?:正常|检测|包))",
    re.I,
)
_DATA: Final = re.compile(
    r"^\s*[\[{].*[\"']\s*:\s*.*[\]}],?\s*$|^\s*[\"'][\w.-]+[\"']\s*:\s*\S|^\s*</?\w+[^>]*>.*</\w+>\s*$|^\s*<\?xml|"
    r"^\s*</?\w+[^>]*/?>\s*$|^(?:[\w-]+,){3,}[\w-]*$|^---\s*$"
)
_TRACE: Final = re.compile(
    r"^\s*(?:Exception in thread|Caused by:|\w+(?:\.\w+)*(?:Error|Exception)\b.{0,3}[:：]|at [\w.$<>]+\(|goroutine \d+|"
    r"thread '\w+' panicked|Segmentation fault|core dumped|fatal(?: error)?:|error\[E\d+\])"
)


def machine_line(line: str) -> bool:
    """Whether a line is a setting, a comment of code, a command, a log or a piece of data."""
    return any(p.match(line) for p in (_SETTING, _TIMETABLE, _COMMENT, _COMMAND, _BOOT, _DATA, _TRACE)) or (
        _LOG.search(line) is not None
    )

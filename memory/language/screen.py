"""What is not worth reading as statements: code, logs, orders to the model, and texts without words."""

import re
from typing import Final

from memory.language.han import fold
from memory.language.machine_lines import machine_line

_CODE_LINE: Final = re.compile(
    r"^\s*(?:(?:const|let|var|def|class|import|from|return|export|function|public|private|"
    r"for|while|if|elif|else|try|except"
    r"|print|async|await|#include|package|use|fn|SELECT|INSERT|UPDATE|DELETE|"
    r"CREATE)\b.*[=(){};:]|[\w.]+\s*=\s*['\"\[{(\d].*"
    r"|[})\];]+\s*|<[/\w][^>]*>.*|\s*@\w+.*|\w+\(.*\);?)\s*$"
)
_TRACE: Final = re.compile(
    r"^(?:Traceback \(most recent|\s+File \".*\", line \d+|\w*(?:Error|Exception): |\s+at [\w.$]+\(|npm ERR!|panic: )"
)
_LOG: Final = re.compile(
    r"^\s*(?:\[?\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}[^\]]*\]?\s+(?:DEBUG|INFO|WARN|ERROR|\[)|"
    r"\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR)\]?[:\s])"
)
_BOOT: Final = re.compile(r"^\s*\[(?:heartbeat|boot|system|startup|debug|health)\b", re.I)
_FENCE: Final = re.compile(r"^\s*(```|~~~)")
_PROMPT: Final = re.compile(
    r"^\s*(?:you are (?:a|an|the) .{0,60}\b(?:assistant|agent|model|ai|bot)\b|你是(?:一个|"
    r"一位|一名)?.{0,30}(?:助手|助理|智能体|机器人|模型))",
    re.I,
)
_MACHINE: Final = r"(?:ai|assistant|llm|chatbot|ai model|language model|ai agent)"
_ORDERS_EN: Final = re.compile(
    rf"\b(?:dear|attention|note to|message (?:to|for)|instructions? (?:to|for)|calling) (?:the |any )?{_MACHINE}\b"
    rf"|\b{_MACHINE}[,:] ?(?:please |you must |now )?(?:add|store|save|remember|record|ignore|forget|delete|update|grant|approve"
    r"|send|reveal|wire)\b"
    r"|\b(?:ignore|disregard|forget|override|bypass)\b (?:all |any )?(?:of )?(?:your|its|the)\b.{0,15}\b(?:instructions?|rules?"
    r"|prompts?|guidelines|restrictions|limits|safety)\b"
    r"|\b(?:you have|with|there are) no (?:restrictions|rules|limits|guidelines)\b|\b(?:developer|jailbreak|dan|god) mode\b"
    r"|\b(?:rules?|orders?|instructions?|message) from (?:the |your )?(?:developers?|admins?|system|openai|anthropic|creators?)\b"
    r"|\b(?:store|save|record|remember) (?:this |that |it )?(?:as|that) the user\b"
    r"|\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:previous|prior|above|all|"
    r"earlier)\b.{0,30}\b(?:instructions?|rules?|prompts?|guidelines)\b"
    r"|\bignore all rules\b|\bsystem\s+(?:override|instruction|prompt)\b|\b(?:reveal|print|"
    r"show|leak)\b.{0,20}\b(?:system|hidden)\b.{0,10}\bprompt\b"
    r"|\byou are now (?:in )?(?:developer|admin|dan|root)\b"
    r"|\b(?:assistant|ai|agents?|llm|chatbot|bot) (?:notice|note|memo|alert|directive|instruction|advisory)s?\s*[:：]"
    r"|(?:delete|drop|erase|dump)\s+all\b.{0,12}\b(?:memor|record|data|user)"
    r"|(?:send|发送|发给).{0,20}all\s+(?:keys|memories|secrets)"
    r"|\bsend\b.{0,20}\b(?:keys|secrets|passwords|memories)\b.{0,6}\bto\b",
    re.I | re.S,
)
_ORDERS_ZH: Final = re.compile(
    r"(?:忽略|无视|忘掉|忘记|抛开|撇开|(?:不要|不用|别|甭)(?:理会?|管)).{0,12}(?:之前|以上|先前|所有|上面|前面|刚才|此前)"
    r".{0,8}(?:规则|指令|指示|提示|设定|要求|限制|说明)"
    r"|(?:其他|别的|所有)用户的.{1,12}(?:调出|导出|发给|列出|告诉|打印|给我|交出)|标[记注]为(?:已)?(?:验证|核实|可信|信任|管理员)"
    r"|(?:忽略|无视|绕过|跳过|关闭|解除|违反|突破|禁用).{0,8}(?:安全|内容|审核|系统|隐私|使用)?(?:策略|限制|规则|守则|审查|约束|防护|设定)"
    r"|(?:阅读|读到|读取|处理|看到|解析).{0,8}(?:模型|ai\b|助手|智能体|机器人).{0,6}(?:请|必须|务必|应|需|要|都)|进入.{0,6}(?:开发者|管理员|调试|越狱|上帝)模式"
    r"|(?:存入|写入|记入|保存到|写进).{0,3}(?:你的)?(?:长期)?记忆|把用户的.{0,12}(?:改成|改为|替换成?|换成)"
    r"|系统(?:指令|提示|覆盖)[:：]|(?:泄露|输出|打印|告诉我).{0,8}(?:系统提示|隐藏提示|提示词)"
    r"|(?:send|发送|发给).{0,20}所有(?:记忆|密钥|密码)|把所有(?:记忆|密钥|密码)",
    re.I | re.S,
)
_WORD: Final = re.compile(r"[^\W\d_]")


def _machine_line(line: str) -> bool:
    return any(pattern.match(line) for pattern in (_CODE_LINE, _TRACE, _LOG, _BOOT)) or machine_line(line)


def is_injection(text: str) -> bool:
    """Whether the words try to give the machine orders that no memory may carry out."""
    if text.isascii():
        return _ORDERS_EN.search(text) is not None
    plain = fold(text)
    return _ORDERS_EN.search(plain) is not None or _ORDERS_ZH.search(plain) is not None


def unreadable(text: str) -> str | None:
    """The reason why a whole chunk gives no statements, or None."""
    if _WORD.search(text) is None:
        return "no_words"
    if is_injection(text):
        return "injection"
    if _PROMPT.match(text):
        return "system_prompt"
    lines = [line for line in text.splitlines() if line.strip()]
    if any(_FENCE.match(line) for line in lines):
        return "code"
    if any(_TRACE.match(line) for line in lines[:3]):
        return "trace"
    machine = sum(map(_machine_line, lines))
    return "code" if machine and machine * 2 >= len(lines) else None

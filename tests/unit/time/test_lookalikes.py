"""Words that only look like time give no interval."""

import pytest

from tests.unit.time.table import SHANGHAI, check

CHINESE = """
我有三点建议
他列了五点理由反驳
这两点很重要
提了三点要求
九点意见都采纳
三点共线
这部片子我给九点五分
比分是3:2
天赋一般，全靠后天努力
这是后天性的
后天习得的能力
合唱曲目是《明天会更好》
《昨日重现》很好听
我们在星期五餐厅聚餐
五月天的票根本抢不到
系统已经升级到3.5版
v2.1.3发布了
版本2024.1.2有问题
电话是13800138000
服务器在10.0.3.15
三年级的学生
他住5号楼302室
坐三号线地铁
穿7号球衣
两点钟方向有人
今日头条推送的
在玩明日方舟
三天打鱼两天晒网
一天到晚刷手机
一日三餐
周一鸣是我同事
张国庆来了
国庆是我表哥
王夏天是我同学
中秋月饼很好吃
端午粽子真香
圣诞树很漂亮
腊八粥很甜
底薪涨了，年底薪没变
早上好
晚上好
周末愉快
新年快乐
春节快乐
下午茶时间
看春晚
一点都不累
有点累
差点迟到
五分熟的牛排
3/4的人同意
只用了1/2杯
四季如春
他是80后
十二生肖
十月怀胎
买火车票上12306
订单号20240305
跑了3分20秒
一年四季
明天集团上市
九月九的酒
"""
ENGLISH = """
You may use the spare desk
We may meet
Soldiers march in step
She came in second
Just a second
A second opinion helps
Minute details matter
We upgraded to version 3.5
Python 3.11 is out
Ubuntu 22.04 is old
See RFC 2024
He writes for the Sunday Times
We stayed at Friday Harbor
I love Ruby Tuesday
Wednesday Addams is funny
April from accounting is on the line
June is my sister
May I come in
The band closed with "Yesterday"
We sang "Friday I'm in Love"
He ran the mile in 7:30
Spring Boot 3 broke our tests
I like spring rolls
The fall damaged his hip
They fall in love
I sat on the sun deck
He works 24/7
We split it 50/50
Call 555-1234
The score was 3-2
A 5/3 majority
Room 2024 is locked
The server is 10.0.3.15
See https://example.com/2024/05/20/post
Write to may@example.com
Good morning everyone
Happy Friday
Happy New Year
At the end of the day it works
Day by day it grows
It was a light year away
Last but not least
He is 30 years old
Mon Dieu
She wed a doctor
I live on Route 66
It costs 2024 dollars
The first half of the game
The middle of the road
Flight 1830 is full
"""


def _lines(table: str) -> list[str]:
    return [line for line in table.splitlines() if line.strip()]


@pytest.mark.parametrize("text", _lines(CHINESE) + _lines(ENGLISH))
def test_word_that_only_looks_like_time_gives_no_interval(text: str) -> None:
    check(text, "-", SHANGHAI)


def test_the_list_is_long_enough_to_mean_something() -> None:
    assert len(_lines(CHINESE)) + len(_lines(ENGLISH)) >= 60

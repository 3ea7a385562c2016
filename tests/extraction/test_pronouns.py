"""Pronouns and missing subjects are completed from the turns before; scored, and at least four of five must be right."""

from typing import TypeAlias

import pytest

from memory.language.extraction import extract_batch
from memory.ports.recognizer import Recognizer
from tests.extraction.reading import chunk, told

Completed: TypeAlias = tuple[tuple[str, ...], str, str, str]
"""(turns of Lin before, text, subject, piece of the value)"""

CHINESE: list[Completed] = [
    (("我姐姐叫王悦。",), "她在协和当护士。", "王悦", "护士"),
    (("我儿子叫豆豆。",), "他对花粉过敏。", "豆豆", "花粉"),
    (("新来的实习生是何静。",), "她住在通州。", "何静", "通州"),
    (("我昨天见了房东老秦。",), "他下周要去海南。", "老秦", "海南"),
    (("刘洋是我们的新客户经理。",), "他喜欢喝普洱。", "刘洋", "普洱"),
    (("我买了个新硬盘。",), "它的容量是2TB。", "硬盘", "2TB"),
    (("投影仪又坏了。",), "它在三号会议室。", "投影仪", "三号会议室"),
    (("我们上线了新网关。",), "它部署在华为云。", "网关", "华为云"),
    (("我订了一台咖啡机。",), "它在一楼大厅。", "咖啡机", "一楼大厅"),
    (("退款流程要重做。",), "这个由小马负责。", "退款流程", "小马"),
    (("孙悦负责对账。",), "她的电话是13800002222。", "孙悦", "13800002222"),
    (("我找了张工帮忙。",), "他负责支付网关。", "张工", "支付网关"),
    (("陈静昨天入职了。",), "她毕业于南京大学。", "陈静", "南京大学"),
    (("和周凯聊过了。",), "他不吃辣。", "周凯", "辣"),
    (("车间的空压机停了。",), "它昨天修好了。", "空压机", "修好"),
    (("我爱人是赵敏。",), "她在铁路局上班。", "赵敏", "铁路局"),
    (("我朋友叫阿哲。", "他人很好。"), "他搬到了大理。", "阿哲", "大理"),
    ((), "我住在朝阳，在国贸上班。", "Lin", "国贸"),
    ((), "我太太叫苏婉，是儿科医生。", "苏婉", "儿科医生"),
    ((), "李雷负责前端，喜欢爬山。", "李雷", "爬山"),
    ((), "预算是八十万，截止日期是5月20日。", "harbor", "5月20日"),
]
ENGLISH: list[Completed] = [
    (("My flatmate Theo moved in yesterday.",), "He plays the drums.", "Theo", "drums"),
    (("We bought an electric van.",), "It has a range of 400 km.", "electric van", "400 km"),
    (("I spoke to Ingrid Vance this morning.",), "She's our new CFO.", "Ingrid Vance", "CFO"),
    (("Novatek is our supplier.",), "They moved to Basel.", "Novatek", "Basel"),
    (("I had lunch with Omar.",), "He lives in Leeds now.", "Omar", "Leeds"),
    (("Our new designer is Petra.",), "She works from Porto.", "Petra", "Porto"),
    (("The coffee machine is broken.",), "It is on the second floor.", "coffee machine", "second floor"),
    (("My neighbour Ida called.",), "She is allergic to bees.", "Ida", "bees"),
    (("Have you met Karl Weiss?",), "He owns the billing service.", "Karl Weiss", "billing"),
    (("We hired Lena.",), "She speaks Polish and Czech.", "Lena", "Polish"),
    (("The staging cluster is slow.",), "It runs on Hetzner.", "staging cluster", "Hetzner"),
    (("Brightwell Labs sent the contract.",), "They raised the fee to 900 euros.", "Brightwell Labs", "900"),
    (("My brother Nils visited us.",), "He works at Orbis.", "Nils", "Orbis"),
    (("I ran into Greta at the market.",), "She hates crowds.", "Greta", "crowds"),
    (("The printer jammed again.",), "It is behind the stairs.", "printer", "stairs"),
    (("My boss is Ruth.",), "She was born in Malta.", "Ruth", "Malta"),
    (("Kofi joined the team.",), "He can't drive.", "Kofi", "drive"),
    (("I adopted a dog named Moss.",), "He is a beagle.", "Moss", "beagle"),
    ((), "I live in Ghent and work at Orbis.", "Lin", "Orbis"),
    ((), "My sister Helga teaches chemistry and lives in Graz.", "Helga", "Graz"),
    ((), "Dana leads billing and plays cello.", "Dana", "cello"),
    ((), "We use Redis for caching, and it runs in Frankfurt.", "Redis", "Frankfurt"),
]
LEAST = 0.8


@pytest.mark.parametrize("rows", [CHINESE, ENGLISH], ids=["zh", "en"])
def test_four_of_five_subjects_are_completed(recognizer: Recognizer, rows: list[Completed]) -> None:
    chunks = [chunk(text, previous=[("Lin", turn) for turn in turns]) for turns, text, _, _ in rows]

    read = extract_batch(chunks, recognizer)

    wrong = [
        (text, subject, [told(draft) for draft in extraction.drafts])
        for (_, text, subject, value), extraction in zip(rows, read, strict=True)
        if not any(means(told(draft), subject, value) for draft in extraction.drafts)
    ]
    assert len(wrong) <= (1 - LEAST) * len(rows), wrong


def means(told: tuple[str, str, str], subject: str, value: str) -> bool:
    """Whether a statement has that subject and that piece of a value; an owner may stand at either end."""
    return (subject in told[0] and value in told[2]) or (told[1] == "owner" and subject in told[2] and value in told[0])


def test_there_are_forty_rows() -> None:
    assert len(CHINESE) + len(ENGLISH) >= 40

"""A tenant with many chunks: words by Zipf's law in two languages, several users."""

import random
from collections.abc import Sequence

from adapters.postgres.authority import Authority
from memory.model.chunk import OperationStatus
from memory.model.scope import Scope
from tests.builders import NOW, CaptureBuilder, Said, Tenant, minutes

HAN = "网关配置延期支付模块合同文件夹预算成都北京会议负责人部署数据库版本上线时间安排项目经理测试环境客户需求计划"


def sentences(count: int, seed: int = 7) -> list[str]:
    """Sentences of 6 to 18 words, every third one Chinese."""
    random_ = random.Random(seed)
    words = [
        f"{a}{b}{c}"
        for a in ("ba", "do", "ki", "mu", "ra", "te", "vo", "zi")
        for b in "aeiou"
        for c in (
            "lan",
            "mor",
            "nit",
            "pex",
            "qua",
            "rin",
            "sol",
            "tub",
            "wex",
            "yan",
            "fen",
            "gor",
            "hul",
            "jad",
            "kep",
        )
    ]
    weights = [1 / (place + 1) for place in range(len(words))]
    found: list[str] = []
    for number in range(count):
        if number % 3 == 2:
            found.append("".join(random_.choices(HAN, k=random_.randint(8, 30))))
        else:
            found.append(" ".join(random_.choices(words, weights, k=random_.randint(6, 18))))
    return found


async def fill(authority: Authority, tenant: Tenant, count: int, users: Sequence[str] = ("lin",)) -> None:
    """Captures and counts so many chunks for each user, in sessions of 200 turns."""
    for user in users:
        texts = sentences(count, seed=len(user))
        for start in range(0, count, 200):
            session = f"s{start}"
            builder = CaptureBuilder(tenant, scope=Scope(user_id=user, session_id=session), external_id=session)
            said = [
                Said(text, turn=turn, said_at=NOW + minutes(start + turn))
                for turn, text in enumerate(texts[start : start + 200])
            ]
            receipt = await authority.captures.capture(builder.plan(*said))
            await authority.operations.finish(tenant.tenant_id, receipt.operation_id, OperationStatus.DONE, None, NOW)

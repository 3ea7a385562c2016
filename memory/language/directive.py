"""Words that read like an instruction to whoever reads them: marked, so that no agent obeys its memory."""

import re
import unicodedata
from typing import Final

from memory.language.han import fold
from memory.language.screen import is_injection

_EN: Final = re.compile(
    r"\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:instructions?|rules?|prompts?|polic(?:y|ies)|guardrails?|safety|above|previous|prior|everything)\b"
    r"|\b(?:system|developer|assistant)\s*(?:prompt|message|override)?\s*:\s*\S"
    r"|</?(?:system|instructions?|assistant|tool|user)>|\[/?(?:INST|SYSTEM)\]|<\|im_start\|>"
    r"|\byou\s+(?:must|shall|are\s+now|have\s+to)\s+(?:now\s+)?(?:always|never|ignore|obey|answer|act|comply|respond|reply|follow"
    r"|execute|pretend|send|an?\s+(?:unrestricted|admin|root)|in\s+developer)\b"
    r"|\b(?:send|post|forward|e-?mail|upload|leak|reveal|exfiltrate|transfer|wire)\b.{0,40}"
    r"\b(?:keys?|passwords?|secrets?|tokens?|credentials?|money|funds)\b.{0,20}\bto\b"
    r"|\b(?:run|execute|call|invoke)\b.{0,30}\b(?:command|shell|script|tool|function|curl|rm\s+-)"
    r"|\bmark\b.{0,30}\bas\s+(?:verified|trusted|approved)\b"
    r"|\b(?:do\s+not|don't|never)\s+(?:tell|mention|reveal|inform)\b.{0,30}\b(?:user|anyone|human|owner)\b"
    r"|\bact\s+as\b.{0,30}\b(?:admin|root|system|jailbroken|dan)\b",
    re.IGNORECASE | re.DOTALL,
)
_ZH: Final = re.compile(
    r"(?:忽略|无视|忘掉|忘记|绕过|覆盖|不要遵守|不必遵守|跳过).{0,20}(?:指令|指示|规则|规定|提示词|限制|要求|设定|约束|以上|之前|前面)"
    r"|(?:系统|开发者)(?:提示|指令|消息|命令)?\s*[:：]\s*\S"
    r"|你(?:现在|必须|务必|只能|得).{0,6}(?:扮演|执行|听从|服从|忽略|按我说的|遵照|不受限制|管理员|开发者模式)"
    r"|把?.{0,20}(?:密钥|密码|口令|令牌|凭证|私钥|钱款).{0,10}(?:发送|发|转|汇|寄|上传|泄露|透露)(?:给|到|至)"
    r"|(?:发送|转发|上传|泄露|透露).{0,20}(?:密钥|密码|口令|令牌|凭证|私钥)"
    r"|(?:执行|运行|调用).{0,15}(?:命令|脚本|工具|函数|代码)"
    r"|(?:标记|标为|当作).{0,6}(?:已验证|可信|已批准)"
    r"|(?:不要|别|不许|切勿)(?:告诉|告知|透露|提及).{0,10}(?:用户|任何人|主人|别人)"
)
_LONGEST: Final = 4_000
_NEEDED_TEXT: Final = (
    "instruction instructions rule rules prompt prompts policy policies guardrail guardrails safety above previous prior earlier"
    " all everything system developer developers assistant inst key keys password passwords secret secrets token tokens"
    " credential credentials money funds command shell script tool function curl rm verified trusted approved user anyone human"
    " owner admin admins root jailbroken dan jailbreak god ai llm chatbot model agent agents bot guidelines restrictions limits"
    " mode openai anthropic creator creators always never ignore obey answer act comply respond reply follow execute pretend"
    " send unrestricted memory memories record records data im_start instructed message"
)
_NEEDED: Final = frozenset(_NEEDED_TEXT.split())
"""Each English pattern holds one of these words: most texts hold none, and are read no further."""
_WORDS: Final = re.compile(r"[a-z_]+")


def looks_like_instruction(text: str) -> bool:
    """Whether the text tries to steer a reader: overriding rules, changing roles, sending secrets, running things."""
    plain = unicodedata.normalize("NFKC", text[:_LONGEST])
    if plain.isascii() and _NEEDED.isdisjoint(_WORDS.findall(plain.lower())):
        return False
    if is_injection(plain) or _EN.search(plain) is not None:
        return True
    return not plain.isascii() and _ZH.search(fold(plain)) is not None

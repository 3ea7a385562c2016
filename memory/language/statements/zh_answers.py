"""What a Chinese question asks for, so that a bare answer (`138…`, `头孢`, `九点`) is read as its value."""

import re
from typing import Final

from memory.language.detect import language_of
from memory.language.extracted import ExtractInput, Extraction
from memory.language.statements.antecedents import asked_about, seed
from memory.language.statements.clause import comparable
from memory.language.statements.subjects import Context, typed_names
from memory.model.assertion import Draft
from memory.model.chunk import Role

_ASKED: Final = (
    ("allergy", re.compile(r"过敏")),
    ("birthday", re.compile(r"生日|哪天生|出生日期|几月几[号日]生")),
    ("phone", re.compile(r"电话|手机号|手机号码|联系方式|号码是|座机")),
    ("email", re.compile(r"邮箱|邮件地址|e-?mail", re.I)),
    ("wechat", re.compile(r"微信号?")),
    ("address", re.compile(r"地址|寄到哪|送到哪|住址")),
    ("age", re.compile(r"几岁|多大(?:年纪|岁数|了)?|年龄|贵庚")),
    ("blood_type", re.compile(r"血型")),
    ("身高", re.compile(r"身高|多高")),
    ("体重", re.compile(r"体重|多重")),
    ("鞋码", re.compile(r"鞋码|多大(?:的)?鞋|穿几码|尺码|什么码")),
    ("血压", re.compile(r"血压")),
    ("血糖", re.compile(r"血糖")),
    ("体温", re.compile(r"体温|多少度|几度")),
    ("medication", re.compile(r"(?:吃|用|服)(?:着|的|了)?(?:什么|哪些|哪种)药|什么药")),
    ("role", re.compile(r"做什么(?:工作|的)|什么工作|职业|岗位|职位")),
    ("lives_in", re.compile(r"住(?:在)?哪|住什么地方|哪个城市|现居")),
    ("works_at", re.compile(r"(?:在)?哪(?:家|个)?(?:公司|单位|里上班|儿上班)|哪里工作")),
    ("hobby", re.compile(r"爱好|兴趣|喜欢做什么|平时玩")),
    ("budget", re.compile(r"预算")),
    ("price", re.compile(r"多少钱|价格|价钱|报价")),
)
_ASKS: Final = re.compile(
    r"[?？]\s*$|(?:吗|呢|什么|几[点号年个岁码]|多少|哪.{0,3}|谁)[。\s]*$|请(?:提供|告诉|告知|问|说|报|留)"
)
_FIGURES: Final = re.compile(r"^[\s\d.,:：/+\-—~～()（）#*xX×%℃°]{2,40}$")


def asked_attribute(chunk: ExtractInput) -> str | None:
    """The attribute that the question just before asked for, or None."""
    if not chunk.previous or chunk.role is not Role.USER:
        return None
    turn = chunk.previous[-1]
    text = comparable(turn.text)
    if turn.speaker == chunk.speaker or language_of(text) != "zh" or _ASKS.search(text) is None:
        return None
    last = re.split(r"[。！!；;]", text.rstrip("?？。 "))[-1]
    return next((name for name, sign in _ASKED if sign.search(last)), None)


def figures_alone(chunk: ExtractInput) -> Extraction | None:
    """The statement of an answer of digits only; None where the text is none or nothing was asked."""
    words = chunk.text.strip().rstrip("。.！!")
    asked = asked_attribute(chunk) if _FIGURES.match(words) and re.search(r"\d", words) else None
    if asked is None:
        return None
    context = Context("zh", chunk.speaker, chunk.project, type_of=typed_names((), chunk.known_entities))
    seed(context, chunk)
    start = chunk.text.find(words)
    about = asked_about(context, chunk) or context.me
    return Extraction((Draft(about, asked, words, start, start + len(words), confidence=0.55, rule="zh.answer"),))

"""The conversations of the demo: two of MemoryBank, and a short project story in both languages."""

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

STORIES = ("memorybank_zh", "memorybank_en", "heron")


@dataclass(frozen=True, slots=True)
class Story:
    """A conversation in sessions, as the capture endpoint takes them."""

    title: str
    language: str
    timezone: str
    user_id: str
    project: str | None
    sessions: tuple[dict[str, Any], ...]

    @property
    def messages(self) -> int:
        """How many messages it has."""
        return sum(len(session["messages"]) for session in self.sessions)

    def captures(self) -> list[dict[str, Any]]:
        """One request body a session."""
        shared = {"user_id": self.user_id, "project": self.project, "timezone": self.timezone}
        return [
            shared
            | {
                "session_id": session["session_id"],
                "messages": session["messages"],
                "source": {"kind": "conversation", "external_id": session["session_id"], "title": self.title},
            }
            for session in self.sessions
        ]


def load(name: str) -> Story:
    """A story by its name."""
    raw = json.loads(files("api.cli.demo").joinpath("stories", f"{name}.json").read_text(encoding="utf-8"))
    return Story(
        title=raw["title"],
        language=raw["language"],
        timezone=raw["timezone"],
        user_id=raw["user_id"],
        project=raw["project"],
        sessions=tuple(raw["sessions"]),
    )


@dataclass(frozen=True, slots=True)
class Question:
    """A question to a story; `why` says what the answer shows; `extra` goes into the request."""

    story: str
    query: str
    why: str
    extra: dict[str, Any]


QUESTIONS = (
    Question("memorybank_zh", "我喜欢听什么类型的音乐？", "a preference, found among small talk", {}),
    Question("memorybank_zh", "4月27号我在公园跑了多久？", "a day in the question against the day of the words", {}),
    Question(
        "memorybank_en", "What did I see in Green Meadow Park?", "raw words answer where no statement was taken", {}
    ),
    Question(
        "heron",
        "Why did the release of Heron slip?",
        "the cause stands two turns away; the path and the neighbours lead there",
        {
            "now": "2026-03-10T09:00:00+08:00",
            "expand": {"graph_hops": 2, "temporal": {"mode": "turn", "distance": 2, "direction": "forward"}},
        },
    ),
    Question(
        "heron", "昨天改了什么配置？", "'yesterday' read against the asking day", {"now": "2026-03-09T20:00:00+08:00"}
    ),
    Question(
        "heron",
        "谁负责支付模块？",
        "the owner changed: only the new one is current",
        {"now": "2026-03-17T09:00:00+08:00"},
    ),
    Question(
        "heron",
        "谁负责支付模块？",
        "the same question as of 10 March",
        {"now": "2026-03-17T09:00:00+08:00", "as_of": "2026-03-10T09:00:00+08:00"},
    ),
)

"""`memc demo`: a real conversation, captured, compiled, recalled with its evidence, changed, asked again, and erased."""

import time
from typing import Any

import httpx
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from api.cli.demo import show
from api.cli.demo.stack import DemoFailed, good, running_stack, until
from api.cli.demo.stories import QUESTIONS, STORIES, Question, Story, load
from api.cli.output import program

ENDED = frozenset({"done", "partial", "failed"})
OWNER = {"subject": "支付模块", "predicate": "owner"}
CHANGE: dict[str, Any] = {
    "role": "user",
    "name": "Mei Lin",
    "content": "支付模块从今天起由陈静负责。",
    "said_at": "2026-03-23T10:00:00+08:00",
    "id": "heron-4-1",
    "turn": 1,
}
SECRET_QUESTION = "What is my phone number?"  # noqa: S105  # a question, not a password


def run(console: Console) -> dict[str, Any]:
    """Plays the demo; returns what happened as one document. Raises `DemoFailed`."""
    started = time.monotonic()
    console.print("[bold]Memory Compiler[/bold]: starting a real Postgres, a real Temporal server and the service …")
    with running_stack() as client:
        ready_s = time.monotonic() - started
        console.print(f"Ready after {ready_s:.1f} s. No key, no network.\n")
        stories = {name: load(name) for name in STORIES}
        compiled = _capture_and_compile(console, client, list(stories.values()))
        answers = [_ask(console, client, stories[question.story], question) for question in QUESTIONS]
        history = _change(console, client, stories["heron"])
        erasure = _erase(console, client, stories["heron"])
        _farewell(console)
    return {
        "ready_s": round(ready_s, 1),
        "seconds": round(time.monotonic() - started, 1),
        "compiled": compiled,
        "answers": answers,
        "timeline": history,
        "erasure": erasure,
    }


def _capture_and_compile(console: Console, client: httpx.Client, stories: list[Story]) -> dict[str, Any]:
    captures = [body for story in stories for body in story.captures()]
    messages = sum(story.messages for story in stories)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("capturing sessions", total=len(captures))
        operations: list[str] = []
        for body in captures:
            operations.append(good(client.post("/v1/memories", json=body))["operation_id"])
            progress.advance(task)
        task = progress.add_task("compiling to facts", total=len(operations))
        for operation in operations:
            _must_be_done(until(client, f"/v1/operations/{operation}", ENDED))
            progress.advance(task)
    facts = sum(_count_facts(client, story) for story in stories)
    console.print(f"{messages} messages in {len(captures)} sessions became {facts} facts.\n")
    return {"messages": messages, "sessions": len(captures), "facts": facts}


def _must_be_done(operation: dict[str, Any]) -> None:
    if operation["status"] != "done":
        raise DemoFailed(f"A compile ended as {operation['status']}: {operation.get('error')}. See 'memc operations'.")


def _count_facts(client: httpx.Client, story: Story) -> int:
    asked: dict[str, Any] = {"user_id": story.user_id, "limit": 200}
    if story.project:
        asked["project"] = story.project
    return len(good(client.get("/v1/memories", params=asked))["items"])


def _reader(story: Story) -> dict[str, Any]:
    return {"user_id": story.user_id, "project": story.project, "timezone": story.timezone}


def _ask(console: Console, client: httpx.Client, story: Story, question: Question) -> dict[str, Any]:
    body = good(client.post("/v1/recall", json={"query": question.query, **_reader(story), **question.extra}))
    show.bundle(console, question.query, question.why, body)
    first = body["items"][0] if body["items"] else None
    return {"query": question.query, "first": None if first is None else first["text"], "items": len(body["items"])}


def _change(console: Console, client: httpx.Client, story: Story) -> list[dict[str, Any]]:
    console.print("\n[bold]A fact changes.[/bold] Someone says: " + CHANGE["content"])
    body = _reader(story) | {"session_id": "heron-4", "messages": [CHANGE]}
    answer = good(client.post("/v1/memories", json=body, headers={"Prefer": "wait=30"}))
    _must_be_done(until(client, f"/v1/operations/{answer['operation_id']}", ENDED))
    params = OWNER | {"user_id": story.user_id, "project": story.project or ""}
    items = good(client.get("/v1/timeline", params=params))["items"]
    show.timeline(console, "Who owns 支付模块, all versions", items)
    return [{"value": item["value"], "status": item["status"]} for item in items]


def _erase(console: Console, client: httpx.Client, story: Story) -> dict[str, Any]:
    console.print("\n[bold]Something must go.[/bold] The session with the phone number is erased:")
    selector = {"session_id": "heron-3"}
    plan = good(client.post("/v1/erasures", json={"selector": selector, "dry_run": True}))
    console.print(f"  planned: {plan['chunks']['count']} chunks, {plan['facts']['count']} facts")
    asked = {"selector": selector, "reason": "asked by the user"}
    answer = good(client.post("/v1/erasures", json=asked))
    at_once = _mentions(client, story)
    erasure = until(client, f"/v1/erasures/{answer['erasure_id']}", frozenset({"done", "held"}))
    show.receipts(console, erasure)
    console.print(f"  asked right after the 202, the number was in {at_once} items; now in {_mentions(client, story)}.")
    return {"status": erasure["status"], "shown_after_202": at_once}


def _mentions(client: httpx.Client, story: Story) -> int:
    body = good(client.post("/v1/recall", json={"query": SECRET_QUESTION, **_reader(story)}))
    return sum("555-0137" in f"{item['text']} {item['value']}" for item in body["items"])


def _farewell(console: Console) -> None:
    console.print(
        "\n[bold]Next:[/bold] 'make dev' keeps the stack running and prints a URL and a key; then"
        f"\n  {program()} add 'I moved to Porto last week'"
        f"\n  {program()} recall 'where do I live'"
        f"\n  {program()} timeline --subject … --predicate …"
        "\ndocs/tutorials/first-steps.md goes on from here."
    )

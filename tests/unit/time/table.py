"""Tables of expectations: `text | what is meant`, one a line.

2026-03-09          that day (also 2026-03, 2026: month, year)       2026-03-01..2026-03-05   first to last day, whole
2026-03-09T15       that hour (exact)                               2026-03-09T15:30         holds the minute, 72 minutes at most
~2026-01-15 31      holds that day, at most 31 days long             <2026-03-01..2026-03-09  lies inside
2026-03-10T09:00>2026-03-13   from that moment to the end of the day; an open side is empty
-                   no interval                                     2026-03-09 & 2026-03-11   two expressions, in text order
"""

import re
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from memory.model.timespan import TimeSpan
from memory.time import resolve

SHANGHAI = ("2026-03-10T09:00", "Asia/Shanghai")
"""The base of the acceptance cases: a Tuesday."""


def rows(table: str) -> list[tuple[str, str]]:
    lines = [line.strip() for line in table.splitlines() if line.strip() and not line.strip().startswith("#")]
    return [(text.strip(), meant.strip()) for text, _, meant in (line.rpartition("|") for line in lines)]


def rows_at_bases(table: Path) -> list[tuple[tuple[str, str], str, str]]:
    """Rows of a file in which a line with @ names the base and zone of those below."""
    found: list[tuple[tuple[str, str], str, str]] = []
    base = SHANGHAI
    for line in table.read_text(encoding="utf-8").splitlines():
        if line.startswith("@"):
            moment, zone = line[1:].split()
            base = (moment, zone)
        else:
            found += [(base, text, meant) for text, meant in rows(line)]
    return found


def check(text: str, meant: str, base: tuple[str, str] = SHANGHAI) -> None:
    """Fails with the reading in the message when the text does not give what is meant."""
    reading = resolve(text, datetime.fromisoformat(base[0]), base[1])
    spans = [s for s in reading.spans if s.start or s.end]
    shown = [(s.raw, str(s.start), str(s.end), s.rule) for s in spans]
    if meant == "-":
        assert not spans, f"{text}: {shown}"
        return
    parts = [part.strip() for part in meant.split(" & ")]
    assert len(spans) == len(parts), f"{text}: {shown}, other {[(o.raw, o.kind.value) for o in reading.other]}"
    for span, part in zip(spans, parts, strict=True):
        assert fits(span, part, ZoneInfo(base[1])), f"{text}: meant {meant}, got {shown}"


def fits(span: TimeSpan, meant: str, zone: ZoneInfo) -> bool:
    if meant[0] in "~<" or ">" in meant:
        return _loosely(span, meant, zone)
    start, end = edges(meant, zone)
    got = (utc(span.start), utc(span.end))
    if re.fullmatch(r"[\d-]+T\d\d:\d\d", meant):
        assert got[0] and got[1]
        return got[0] <= utc_of(start) and got[1] >= utc_of(end) and got[1] - got[0] <= timedelta(minutes=72)
    return got == (utc_of(start), utc_of(end))


def _loosely(span: TimeSpan, meant: str, zone: ZoneInfo) -> bool:
    got = (utc(span.start), utc(span.end))
    if ">" in meant:
        first, last = meant.split(">")
        want = (utc_of(edges(first, zone)[0]) if first else None, utc_of(edges(last, zone)[1]) if last else None)
        return got == want
    start, end = (utc_of(side) for side in edges(meant[1:].split()[0], zone))
    assert got[0] and got[1] and span.start and span.end
    if meant[0] == "<":
        return got[0] >= start and got[1] <= end
    days = (span.end.replace(tzinfo=None) - span.start.replace(tzinfo=None)) / timedelta(days=1)
    return got[0] <= start and got[1] >= end and days <= float(meant.split()[1])


def edges(text: str, zone: ZoneInfo) -> tuple[datetime, datetime]:
    if ".." in text:
        first, last = text.split("..")
        return edges(first, zone)[0], edges(last, zone)[1]
    if "T" in text:
        start = datetime.fromisoformat(text).replace(tzinfo=zone)
        length = timedelta(hours=1) if re.search(r"T\d\d$", text) else timedelta(minutes=1)
        return start, (start.astimezone(UTC) + length).astimezone(zone)
    parts = [int(part) for part in text.split("-")]
    if len(parts) == 3:
        day = date(*parts)
        return midnight(day, zone), midnight(day + timedelta(days=1), zone)
    if len(parts) == 2:
        year, month = parts
        return midnight(date(year, month, 1), zone), midnight(date(year + month // 12, month % 12 + 1, 1), zone)
    return midnight(date(parts[0], 1, 1), zone), midnight(date(parts[0] + 1, 1, 1), zone)


def midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=zone)


def utc(moment: datetime | None) -> datetime | None:
    return moment and moment.astimezone(UTC)


def utc_of(moment: datetime) -> datetime:
    return moment.astimezone(UTC)

"""Bars as an SVG, written by hand: a picture of a table needs no library."""

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

BAR, GAP, HEIGHT, LEFT, TOP = 16, 22, 220, 44, 46
COLOURS = ("#1f5fa8", "#c9822b", "#7a7a7a", "#3f8f5f")


def bars(path: Path, title: str, groups: Sequence[str], series: Mapping[str, Sequence[float]]) -> None:
    """Writes one group of bars for each name, one bar for each series; values are percent."""
    step = BAR * len(series) + GAP
    width = LEFT + step * len(groups) + GAP
    parts = [*_axis(width), *_legend(list(series), title)]
    for place, group in enumerate(groups):
        x = LEFT + GAP / 2 + place * step
        parts += _group(x, group, [values[place] for values in series.values()])
    size = f'width="{width}" height="{TOP + HEIGHT + 34}"'
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">'
        f'<rect width="100%" height="100%" fill="white"/>{"".join(parts)}</svg>\n',
        encoding="utf-8",
    )


def _axis(width: float) -> list[str]:
    lines: list[str] = []
    for percent in range(0, 101, 20):
        y = TOP + HEIGHT * (1 - percent / 100)
        lines.append(f'<line x1="{LEFT}" x2="{width - GAP}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        lines.append(_text(LEFT - 6, y + 4, str(percent), "end"))
    return lines


def _legend(names: Sequence[str], title: str) -> list[str]:
    parts = [_text(LEFT, 16, title)]
    for place, name in enumerate(names):
        x = LEFT + place * 130
        parts.append(f'<rect x="{x}" y="24" width="10" height="10" fill="{COLOURS[place % len(COLOURS)]}"/>')
        parts.append(_text(x + 14, 33, name))
    return parts


def _group(x: float, name: str, values: Sequence[float]) -> list[str]:
    parts: list[str] = []
    for place, value in enumerate(values):
        height, colour = HEIGHT * value / 100, COLOURS[place % len(COLOURS)]
        left, top = x + place * BAR, TOP + HEIGHT - height
        parts.append(
            f'<rect x="{left:.1f}" y="{top:.1f}" width="{BAR - 2}" height="{height:.1f}" fill="{colour}">'
            f"<title>{value:.1f}</title></rect>"
        )
    return [*parts, _text(x + BAR * len(values) / 2, TOP + HEIGHT + 16, name, "middle")]


def _text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'

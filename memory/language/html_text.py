"""The readable text of an HTML page, its headings and list items marked as Markdown marks them. Nothing is fetched or run."""

import re
from html.parser import HTMLParser
from typing import Final

from typing_extensions import override

_SILENT: Final = frozenset({"script", "style", "template", "noscript", "svg", "math", "head", "iframe", "object"})
_BLOCKS: Final = frozenset(
    {
        *("address", "article", "aside", "blockquote", "dd", "div", "dl", "dt", "fieldset", "figure", "footer", "form"),
        *("header", "hr", "main", "nav", "ol", "p", "pre", "section", "table", "tr", "ul"),
    }
)
_SPACES: Final = re.compile(r"[ \t\f\r\n\xa0]+")
_BLANKS: Final = re.compile(r"\n{3,}")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._silent = 0
        self._raw = 0

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "body":
            self._silent = 0  # a head need not be closed
        elif tag in _SILENT:
            self._silent += 1
        elif tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self.parts.append(f"\n\n{'#' * int(tag[1])} ")
        elif tag == "li":
            self.parts.append("\n- ")
        elif tag == "br":
            self.parts.append("\n")
        elif tag in ("td", "th"):
            self.parts.append(" ")
        elif tag in _BLOCKS:
            self.parts.append("\n\n")
        self._raw += tag == "pre"

    @override
    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif tag[:1] == "h" and tag[1:].isdigit():
            self.parts.append("\n\n")
        elif tag in _BLOCKS:
            self.parts.append("\n\n" if tag != "tr" else "\n")
        self._raw = max(0, self._raw - (tag == "pre"))

    @override
    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.parts.append(data if self._raw else _SPACES.sub(" ", data))


def text_of_html(page: str) -> str:
    """The text of a page, block by block."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    lines = [line.strip() for line in "".join(reader.parts).split("\n")]
    return _BLANKS.sub("\n\n", "\n".join(lines)).strip()

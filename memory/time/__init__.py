"""Relative and absolute time in Chinese and English: a deterministic grammar.

`resolve` reads a text against the base time at which it was said; `mask` hides what was read from later stages.
"""

from memory.time.resolve import mask, resolve
from memory.time.settings import DEFAULT, TimeSettings

__all__ = ["DEFAULT", "TimeSettings", "mask", "resolve"]

"""Word lists written as one line of text."""


def words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())

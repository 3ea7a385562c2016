"""Which failures are told as a sentence, and under which code."""

from memory.model.errors import MemcError


class CommandFailed(Exception):
    """A command could not do what was asked; the message says what to do next."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def sentence_of(error: Exception) -> tuple[str, str] | None:
    """(code, sentence) of an expected failure; None for a defect, which shows its traceback."""
    if isinstance(error, CommandFailed | MemcError):
        return error.code, error.message
    if type(error).__name__ in {"ServerStartError", "DemoFailed"}:
        # By name: importing their modules would cost more than the command.
        return "not_started", str(error)
    return None

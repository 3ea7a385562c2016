"""Failures as histories keep them: a code, sealed, and no stack trace."""

import re

from temporalio.api.failure.v1 import Failure
from temporalio.converter import (
    DefaultFailureConverter,
    DefaultFailureConverterWithEncodedAttributes,
    PayloadConverter,
)

from activities.failures import INTERNAL, code_of
from memory.model.errors import MemcError

LONGEST = 64
_CODE = re.compile(r"[a-z][a-z0-9_]{0,63}")


class CodedFailureConverter(DefaultFailureConverterWithEncodedAttributes):
    """Keeps the codes of failures and drops every other word: messages of foreign exceptions may quote memory.

    The code is sealed by the codec as well (encoded attributes). Stack traces stay in the worker's log.
    """

    def __init__(self) -> None:
        super().__init__()
        self._plain = DefaultFailureConverter()

    def to_failure(self, exception: BaseException, payload_converter: PayloadConverter, failure: Failure) -> None:
        """Converts, then reduces the failure and its causes to codes."""
        self._plain.to_failure(exception, payload_converter, failure)
        if isinstance(exception, MemcError):
            failure.message = code_of(exception)
            failure.application_failure_info.type = failure.message
        _seal(failure, payload_converter)


def _seal(failure: Failure, payload_converter: PayloadConverter) -> None:
    if failure.HasField("cause"):
        _seal(failure.cause, payload_converter)
    if failure.HasField("encoded_attributes"):
        # It came sealed from another process.
        return
    if failure.HasField("application_failure_info"):
        info = failure.application_failure_info
        info.type = info.type[:LONGEST]
        info.ClearField("details")
        failure.message = failure.message if _CODE.fullmatch(failure.message) else INTERNAL
    attributes = {"message": failure.message[:LONGEST], "stack_trace": ""}
    failure.encoded_attributes.CopyFrom(payload_converter.to_payloads([attributes])[0])
    failure.message, failure.stack_trace = "Encoded failure", ""

"""One plugin for client, worker and replayer: how data, failures and the sandbox are handled is the same everywhere."""

import dataclasses
from collections.abc import Mapping

from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.converter import DataConverter, PayloadCodec
from temporalio.exceptions import ApplicationError
from temporalio.plugin import SimplePlugin

from bootstrap.temporal.codec import EncryptionCodec
from bootstrap.temporal.failures import CodedFailureConverter
from bootstrap.temporal.interceptor import CodesOnly
from bootstrap.temporal.sandbox import sandbox
from memory.model.errors import MemcError


def data_converter(codec: PayloadCodec) -> DataConverter:
    """Pydantic models as JSON, sealed by the codec; failures as sealed codes."""
    return dataclasses.replace(
        pydantic_data_converter, payload_codec=codec, failure_converter_class=CodedFailureConverter
    )


def build_plugin(keys: Mapping[str, bytes], *, codec: PayloadCodec | None = None) -> SimplePlugin:
    """The plugin under a key ring (by id, the encrypting key first). `codec` replaces the encryption in tests."""
    return SimplePlugin(
        "memory-compiler",
        data_converter=data_converter(codec or EncryptionCodec(keys)),
        interceptors=[CodesOnly()],
        workflow_runner=sandbox,
        # A domain error fails the run; it must not loop as a failed workflow task.
        workflow_failure_exception_types=[MemcError, ApplicationError],
    )

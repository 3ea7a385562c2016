"""One plugin for client, worker and replayer: how data, failures and the sandbox are handled is the same everywhere."""

import dataclasses
from collections.abc import Mapping

from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.converter import DataConverter, PayloadCodec
from temporalio.exceptions import ApplicationError
from temporalio.plugin import SimplePlugin
from temporalio.worker import WorkflowRunner
from temporalio.worker.workflow_sandbox import SandboxedWorkflowRunner, SandboxRestrictions

from bootstrap.temporal.codec import EncryptionCodec
from bootstrap.temporal.failures import CodedFailureConverter
from bootstrap.temporal.interceptor import CodesOnly
from memory.model.errors import MemcError

PASSED_THROUGH: Mapping[str, str] = {
    "memory": "values and enums only; one class identity inside and outside, or pydantic refuses our own models",
    "activities": "activity references and messages; one class identity, as above",
    "workflows.contracts": "messages; one class identity, as above",
    "workflows.options": "constants; importing them anew for each run would cost milliseconds",
}
"""Modules that the sandbox does not import anew, and why. Its guard does not watch them: the rule against clocks,
randomness and environment (TID251) does that for `memory` and `workflows`."""


def data_converter(codec: PayloadCodec) -> DataConverter:
    """Pydantic models as JSON, sealed by the codec; failures as sealed codes."""
    return dataclasses.replace(
        pydantic_data_converter, payload_codec=codec, failure_converter_class=CodedFailureConverter
    )


def sandbox(_existing: WorkflowRunner | None = None) -> WorkflowRunner:
    """The sandboxed runner; never run or replay without it."""
    restrictions = SandboxRestrictions.default.with_passthrough_modules(*PASSED_THROUGH)
    return SandboxedWorkflowRunner(restrictions=restrictions)


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

"""The sandbox that workflows run and replay in."""

from collections.abc import Mapping

from temporalio.converter import SerializationContext, StorageDriverStoreContext
from temporalio.worker import WorkflowInstance, WorkflowInstanceDetails, WorkflowRunner
from temporalio.worker.workflow_sandbox import SandboxedWorkflowRunner, SandboxRestrictions

PASSED_THROUGH: Mapping[str, str] = {
    "memory": "values and enums only; one class identity inside and outside, or pydantic refuses our own models",
    "activities": "activity references and messages; one class identity, as above",
    "workflows.contracts": "messages; one class identity, as above",
    "workflows.options": "constants; importing them anew for each run would cost milliseconds",
}
"""Modules that the sandbox does not import anew, and why. Its guard does not watch them: the rule against clocks,
randomness and environment (TID251) does that for `memory` and `workflows`."""


class _ContextFreeSandbox(SandboxedWorkflowRunner):
    """The SDK's sandbox, for a data converter that looks at no context.

    For each payload the SDK asks the workflow five times, by code compiled and run inside the sandbox, which context its
    conversion has. Ours has none, and asking was a quarter of what a workflow cost this process.
    """

    def create_instance(self, det: WorkflowInstanceDetails) -> WorkflowInstance:
        instance = super().create_instance(det)
        object.__setattr__(instance, "get_serialization_context", _no_context)
        object.__setattr__(instance, "get_external_store_context", _no_store)
        return instance


def sandbox(_existing: WorkflowRunner | None = None) -> WorkflowRunner:
    """The sandboxed runner; never run or replay without it."""
    restrictions = SandboxRestrictions.default.with_passthrough_modules(*PASSED_THROUGH)
    return _ContextFreeSandbox(restrictions=restrictions)


def _no_context(_command: object) -> SerializationContext | None:
    return None


def _no_store(_command: object) -> StorageDriverStoreContext:
    return StorageDriverStoreContext(target=None)

"""All workflows of the queue `memory`."""

from workflows.compile_memory import CompileMemory
from workflows.compile_source import CompileSource
from workflows.consolidate_scope import ConsolidateScope
from workflows.decay_memory import DecayMemory
from workflows.drain_outbox import DrainOutbox
from workflows.erase_memory import EraseMemory
from workflows.expire_memory import ExpireMemory
from workflows.revalidate_memory import RevalidateMemory
from workflows.revoke_memory import RevokeMemory
from workflows.sweep_operations import SweepOperations

WORKFLOWS: tuple[type, ...] = (
    CompileMemory,
    CompileSource,
    EraseMemory,
    RevokeMemory,
    DecayMemory,
    ConsolidateScope,
    ExpireMemory,
    RevalidateMemory,
    DrainOutbox,
    SweepOperations,
)

"""All activities, by the kind of resource that they use."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from activities.compile import CompileActivities
from activities.erase import EraseActivities
from activities.lifecycle import LifecycleActivities
from activities.projection import ProjectionActivities
from activities.source import SourceActivities
from activities.sweep import SweepActivities

Activity = Callable[..., Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActivitySet:
    """The activity objects of one worker process, with their use cases inside."""

    compile: CompileActivities
    erase: EraseActivities
    lifecycle: LifecycleActivities
    projection: ProjectionActivities
    source: SourceActivities
    sweep: SweepActivities

    def local(self) -> list[Activity]:
        """What runs where the workflow does: short steps at the authority, and all steps of a short compile."""
        return [
            self.compile.make_recallable,
            self.compile.resolve_time,
            self.compile.extract,
            self.compile.link,
            self.compile.settle,
            self.compile.project,
            self.compile.finish_compile,
            self.lifecycle.settle_revocation,
            self.lifecycle.begin_operation,
        ]

    def io(self) -> list[Activity]:
        """Those that wait for the authority, and for each store of the erase saga."""
        return [
            self.compile.finish_compile,
            self.compile.withdraw_compile,
            self.erase.detach_erased,
            self.erase.erase_authority,
            self.erase.erase_vectors,
            self.erase.erase_graph,
            self.erase.erase_blobs,
            self.erase.erase_log,
            self.erase.erase_histories,
            self.erase.finish_erasure,
            self.erase.mark_erasure_blocked,
            self.lifecycle.finish_operation,
            self.lifecycle.decay_page,
            self.lifecycle.consolidate_page,
            self.lifecycle.expire_page,
            self.lifecycle.revalidate_page,
            self.sweep.sweep_operations,
            self.source.take_parts,
            self.source.retire_parts,
        ]

    def nlp(self) -> list[Activity]:
        """Those that compute in this process."""
        return [self.compile.extract]

    def llm(self) -> list[Activity]:
        """Those that wait for a model server, under their own slots and rate."""
        return [self.compile.ask_model]

    def projection_writers(self) -> list[Activity]:
        """Those that embed and write projections."""
        return [
            self.compile.make_recallable,
            self.compile.project,
            self.compile.project_withdrawal,
            self.lifecycle.project_revocation,
            self.projection.drain_page,
        ]

    def everything(self) -> list[Activity]:
        """All of them once, for a worker that serves a single queue."""
        served = [*self.local(), *self.io(), *self.nlp(), *self.llm(), *self.projection_writers()]
        return list(dict.fromkeys(served))

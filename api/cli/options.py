"""Options that several commands share."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

User = Annotated[str, typer.Option("--user", help="Whose memory.")]
Project = Annotated[str, typer.Option("--project", help="The project it belongs to.")]
Workspace = Annotated[str, typer.Option("--workspace", help="The workspace.")]
Session = Annotated[str, typer.Option("--session", help="The conversation.")]
Agent = Annotated[str, typer.Option("--agent", help="The agent.")]
StateDirOption = Annotated[Path | None, typer.Option("--state-dir", help="Where `memc dev` keeps its data [.memc].")]
Reason = Annotated[str, typer.Option("--reason", help="Why; kept for audit.")]


@dataclass(frozen=True, slots=True)
class ScopeOptions:
    """Where something is written, or who asks."""

    user: str = ""
    project: str = ""
    workspace: str = ""
    session: str = ""
    agent: str = ""

    def fields(self) -> dict[str, object]:
        """The fields of the API; absent ones are empty."""
        return {
            "user_id": self.user,
            "project": self.project,
            "workspace": self.workspace,
            "session_id": self.session,
            "agent_id": self.agent,
        }

"""What a run of tests does about baselines, and what becomes of one check."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from nvrender.regression.comparison.tolerance import SHARE, STORED, Tolerance


class Mode(Enum):
    """What may be written besides baselines that are missing."""

    COMPARE = "compare"
    UPDATE = "update"
    UPDATE_FAILED = "update failed"
    ADD = "add"


class Action(Enum):
    """What becomes of one check."""

    PASS = "pass"
    FAIL = "fail"
    MISS = "miss"
    CREATE = "create"
    REPLACE = "replace"
    ADD = "add"


@dataclass(frozen=True)
class Policy:
    """``root`` is what paths in messages are relative to, ``start`` where commands are given; ``pictures``
    says that a report wants them. ``oracle_share`` takes the place of the tolerance's against the oracle."""

    root: Path
    start: Path
    mode: Mode = Mode.COMPARE
    fail_missing: bool = False
    pictures: bool = False
    tolerance: Tolerance = STORED
    oracle_share: float = SHARE

    def action(self, *, found: bool, passes: bool = False, identical: bool = False) -> Action:
        """What is done about a result, given whether there is a baseline, and whether one agrees with it."""
        if not found:
            return Action.MISS if self.mode is Mode.COMPARE and self.fail_missing else Action.CREATE
        if passes:
            return Action.REPLACE if self.mode is Mode.UPDATE and not identical else Action.PASS
        if self.mode is Mode.ADD:
            return Action.ADD
        return Action.FAIL if self.mode is Mode.COMPARE else Action.REPLACE

    def shown(self, path: Path) -> str:
        """A path for messages: relative to the root where it lies below it."""
        try:
            return path.relative_to(self.root).as_posix()
        except ValueError:
            return str(path)

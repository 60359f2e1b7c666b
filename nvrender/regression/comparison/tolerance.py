"""How far a result may lie from its baseline."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nvrender.source import InputError

#: Steps of 255 by which a channel may differ before its pixel counts.
THRESHOLD = 2.0
#: Pixels that may count, in percent.
SHARE = 0.2
#: Pixels that may count against a stored picture of the same renderer, in percent: 23 of 640 × 360.
STORED_SHARE = 0.01
#: Seconds in which a scene of a gallery is drawn and compared.
TIME_LIMIT = 300


@dataclass(frozen=True)
class Tolerance:
    """``share`` percent of the pixels may differ by more than ``threshold`` steps of 255."""

    threshold: float
    share: float

    @classmethod
    def of(cls, threshold: Any, share: Any, default: Tolerance) -> Tolerance:
        """The tolerance given, the default's parts for None. InputError for what is no tolerance."""
        return cls(
            default.threshold if threshold is None else number(threshold, "threshold", 255),
            default.share if share is None else number(share, "share", 100),
        )


def of_marker(arguments: Mapping[str, Any], default: Tolerance) -> Tolerance:
    """What the marker nvrender_oracle is given. InputError."""
    if unknown := sorted(set(arguments) - {"threshold", "share"}):
        raise InputError(f"the marker nvrender_oracle takes threshold and share, not {unknown[0]!r}")
    return Tolerance.of(arguments.get("threshold"), arguments.get("share"), default)


def number(value: Any, name: str, largest: float) -> float:
    """``value`` as a number from 0 to ``largest``; InputError."""
    try:
        result = float(value)
    except (TypeError, ValueError):
        result = math.nan
    if isinstance(value, bool) or not 0 <= result <= largest:
        raise InputError(f"{name} is {value!r}; it must be a number from 0 to {largest:g}")
    return result

"""How far a result may lie from its baseline."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from nvrender.source import InputError

#: Steps of 255 by which a channel may differ before its pixel counts.
THRESHOLD = 2.0
#: Pixels that may count, in percent.
SHARE = 0.2
#: Seconds in which a scene of a gallery is drawn and compared.
TIME_LIMIT = 300


@dataclass(frozen=True)
class Tolerance:
    """What a picture must keep to; None is not asked for.

    ``share`` percent of the pixels may differ by more than ``threshold`` steps of 255, the mean of FLIP may
    be ``flip``, and that of SSIM must be ``ssim``.
    """

    threshold: float
    share: float | None
    flip: float | None = None
    ssim: float | None = None

    @classmethod
    def of(
        cls, threshold: Any, share: Any, default: Tolerance, flip: Any = None, ssim: Any = None
    ) -> Tolerance:
        """The tolerance given, the default's for None. InputError for what is no tolerance.

        Whoever gives FLIP or SSIM and no share is judged by what is given alone.
        """
        step = default.threshold if threshold is None else number(threshold, "threshold", 255)
        if share is flip is ssim is None:
            return replace(default, threshold=step)
        return cls(
            step,
            None if share is None else number(share, "share", 100),
            None if flip is None else number(flip, "flip", 1),
            None if ssim is None else number(ssim, "ssim", 1),
        )

    def passes(self, share: float, flip: float | None, ssim: float | None) -> bool:
        """Whether a comparison with these figures is within the tolerance."""
        return (
            (self.share is None or share <= self.share)
            and (self.flip is None or (flip is not None and flip <= self.flip))
            and (self.ssim is None or (ssim is not None and ssim >= self.ssim))
        )


#: What holds against a stored picture of the same renderer: 23 pixels of 640 × 360 may differ.
STORED = Tolerance(THRESHOLD, 0.01)


def of_marker(arguments: Mapping[str, Any], default: Tolerance) -> Tolerance:
    """What the marker nvrender_oracle is given. InputError."""
    names = ("threshold", "share", "flip", "ssim")
    if unknown := sorted(set(arguments) - set(names)):
        raise InputError(f"the marker nvrender_oracle takes {', '.join(names)}, not {unknown[0]!r}")
    threshold, share, flip, ssim = (arguments.get(name) for name in names)
    return Tolerance.of(threshold, share, default, flip, ssim)


def number(value: Any, name: str, largest: float) -> float:
    """``value`` as a number from 0 to ``largest``; InputError."""
    try:
        result = float(value)
    except (TypeError, ValueError):
        result = math.nan
    if isinstance(value, bool) or not 0 <= result <= largest:
        raise InputError(f"{name} is {value!r}; it must be a number from 0 to {largest:g}")
    return result

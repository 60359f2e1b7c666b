"""How far pictures may differ, GPU and oracle or result and baseline, and how long drawing may take."""

from __future__ import annotations

#: Steps of 255 by which a channel may differ before its pixel counts.
THRESHOLD = 2.0
#: Pixels that may count, in percent.
SHARE = 0.2
#: Pixels that may count against a stored picture of the same renderer, in percent: 23 of 640 × 360.
STORED_SHARE = 0.01
#: Seconds in which a scene of a gallery is drawn and compared.
TIME_LIMIT = 300

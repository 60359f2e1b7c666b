"""How far pictures of GPU and oracle may differ (docs/architecture.md)."""

from __future__ import annotations

#: Steps of 255 by which a channel may differ before its pixel counts.
THRESHOLD = 2.0
#: Pixels that may count, in percent.
SHARE = 0.2

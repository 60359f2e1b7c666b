"""Branches, calls and loops as structured regions."""

from nvrender.lower.control_flow.structure import analyse as analyse

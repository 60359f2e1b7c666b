"""Branches, calls and loops as structured regions."""

from nvrender.flow.structure import analyse as analyse

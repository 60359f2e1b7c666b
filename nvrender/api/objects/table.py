"""Objects of one kind by their names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from nvrender.api import enums
from nvrender.api.errors import refused

#: Names of objects of one kind, of lists too, that there may be at a time.
NAMES = 1 << 20

Kind = TypeVar("Kind")


@dataclass
class Table(Generic[Kind]):
    """The objects of one kind by name."""

    objects: dict[int, Kind] = field(default_factory=dict)
    #: What the command that generates names returned and nobody has used yet.
    reserved: set[int] = field(default_factory=set)

    def fresh(self, count: int) -> tuple[int, ...]:
        """The ``count`` smallest names that are free, now reserved; OUT_OF_MEMORY for more than NAMES."""
        if len(self.objects) + len(self.reserved) + count > NAMES:
            raise refused(enums.OUT_OF_MEMORY, f"of one kind there are no more than {NAMES} names")
        found: list[int] = []
        name = 1
        while len(found) < count:
            if name not in self.objects and name not in self.reserved:
                found.append(name)
            name += 1
        self.reserved.update(found)
        return tuple(found)

    def put(self, name: int, new: Kind) -> None:
        """An object of this name, in place of another."""
        self.reserved.discard(name)
        self.objects[name] = new

    def make(self, name: int, new: Callable[[], Kind]) -> None:
        """A ``new`` object where there is none of this name yet; 0 is no name."""
        if name and name not in self.objects:
            self.put(name, new())

    def drop(self, name: int) -> Kind | None:
        """The object whose name is nobody's any more."""
        self.reserved.discard(name)
        return self.objects.pop(name, None)

"""What programs reach besides registers, from command-line options."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from nvrender.cli.inputs.arrays import parameters_from
from nvrender.cli.inputs.images import image_option, images_from
from nvrender.files import read_arrays
from nvrender.source import InputError, named

if TYPE_CHECKING:
    from nvrender.gl.inputs.global_memory import Memory
    from nvrender.gl.inputs.results import Results
    from nvrender.gl.textures.images import Image

_ADDRESS = "@"
_NUMBER = re.compile(r"0[xX][0-9A-Fa-f]+|[1-9][0-9]*|0")


#: Buffers, images and work groups.
memory_options = (
    click.option(
        "--memory",
        metavar="NPZ",
        help="Buffers that programs reach by GPU address, by name; -p NAME=@BUFFER is an address.",
    ),
    click.option("--storage", metavar="NPZ", help="Storage buffers, named by their binding."),
    image_option,
    click.option("--groups", metavar="X[,Y,Z]", help="Work groups of a compute program.  [default: 1]"),
)


class Reached(NamedTuple):
    """The buffers and work groups of a command line."""

    memory: Memory | None
    storage: dict[int, Any] | None
    groups: tuple[int, ...] | None
    images: dict[int, Image] | None = None

    @property
    def of_run(self) -> dict[str, Any]:
        """What nvrender.run takes of them by name."""
        return {
            "memory": self.memory,
            "storage": self.storage,
            "groups": self.groups,
            "images": self.images,
        }

    def parameters(self, path: str | None, settings: tuple[str, ...]) -> dict[Any, Any]:
        """Parameters as ``parameters_from``, those that are addresses of buffers, or handles, as well."""
        plain, addresses = [], {}
        for setting in settings:
            name, equals, value = setting.partition("=")
            if equals and value.strip().startswith(_ADDRESS):
                addresses[name.strip()] = self._address(value.strip().removeprefix(_ADDRESS))
            else:
                plain.append(setting)
        found = parameters_from(path, tuple(plain))
        found.update(addresses)
        return found

    def _address(self, buffer: str) -> Any:
        if _NUMBER.fullmatch(buffer) and int(buffer, 0) < 2**64:
            import numpy as np

            return np.array([int(buffer, 0) & 0xFFFFFFFF, int(buffer, 0) >> 32], np.uint32)
        if self.memory is None:
            raise click.BadParameter(f"@{buffer} is an address; give --memory", param_hint="--parameter")
        return self.memory.words(buffer)


def reached_from(
    memory: str | None, storage: str | None, groups: str | None, image: tuple[str, ...] = ()
) -> Reached:
    """What the options say; InputError and UsageError for what is no archive or no numbers."""
    from nvrender.gl.inputs.global_memory import Memory

    counts = None
    if groups is not None:
        try:
            counts = tuple(int(part) for part in groups.split(","))
        except ValueError:
            raise click.BadParameter(f"{groups!r} is not X[,Y,Z]", param_hint="--groups") from None
    buffers = None if memory is None else Memory(_archive(memory, "memory", "a name"))
    bound: dict[int, Any] | None = None
    if storage is not None:
        bound = {}
        for name, array in _archive(storage, "storage", "a binding").items():
            if not (name.isascii() and name.isdecimal()):
                raise InputError(f"{storage}: storage buffers are named by their binding, not {name!r}")
            bound[int(name)] = array
    return Reached(buffers, bound, counts, images_from(image))


def _archive(path: str, what: str, key: str) -> dict[str, Any]:
    arrays = read_arrays(path)
    if "" in arrays:
        raise InputError(f"{named(path)}: {what} needs an .npz with arrays, each by {key}")
    return arrays


def left_in(results: Results) -> dict[str, Any]:
    """What a run left in memory as arrays to show, and how many accesses were invalid."""
    import numpy as np

    found = {f"memory.{name}": array for name, array in results.memory.items()}
    found |= {f"storage[{bank}]": array for bank, array in results.storage.items()}
    found |= {f"image[{unit}]": array for unit, array in results.images.items()}
    return found | ({"faults": np.array([results.faults])} if found or results.faults else {})

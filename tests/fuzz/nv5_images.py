"""Random programs of generation 5 that reach images, so that the order of invocations does not show.

Each invocation has a texel of its own in two images, which it loads, stores and changes as it likes; two more
images are only loaded from, wherever; of a last one each texel is changed by one operation that may be done
in any order, and what was there is not looked at.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from nvrender.gl.inputs.global_memory import Memory, Stores
from nvrender.gl.textures.image_texels import texel_dtype
from nvrender.gl.textures.images import Image
from nvrender.languages.arb.headers.generation5 import rows
from nvrender.languages.load import load
from nvrender.ops.image_formats import IMAGE_FORMATS, Encoding
from nvrender.ops.memory_access import STORAGES
from nvrender.ops.types import DataType
from nvrender.oracle.machine.machine import execute as execute_on_oracle
from nvrender.oracle.machine.resources import Resources
from nvrender.oracle.memory.spaces import Spaces

from .array_runs import LLVM, run_on_llvm
from .array_runs import run_on_gpu as execute_on_gpu
from .compare import Mismatch
from .declared import COMPONENTS, DeclaredSample, Unit
from .declared_compare import Tally, differences
from .declared_inputs import DeclaredInputs
from .nv5 import STAGE, Nv5Writer

_F, _S, _U = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED
FAMILY = "nv5-images"
Shapes = dict[str, tuple[tuple[int, ...], tuple[tuple[str, int, int], ...]]]
#: Target → shape of 64 texels or more, and (component, shift, bits) of the coordinates made from vertex.id.
_OWN: Shapes = {
    "1D": ((64,), (("x", 0, 6),)),
    "BUFFER": ((70,), (("x", 0, 6),)),
    "2D": ((8, 9), (("x", 0, 3), ("y", 3, 3))),
    "RECT": ((8, 8), (("x", 0, 3), ("y", 3, 3))),
    "3D": ((4, 4, 5), (("x", 0, 2), ("y", 2, 2), ("z", 4, 2))),
    "CUBE": ((6, 4, 4), (("x", 0, 2), ("y", 2, 2), ("z", 4, 2))),
    "ARRAY1D": ((4, 16), (("x", 0, 4), ("z", 4, 2))),
    "ARRAY2D": ((4, 5, 4), (("x", 0, 2), ("y", 2, 2), ("z", 4, 2))),
    "ARRAYCUBE": ((2, 6, 4, 4), (("x", 0, 2), ("y", 2, 2), ("z", 4, 2))),
    "2DMS": ((4, 4, 4), (("x", 0, 2), ("y", 2, 2), ("w", 4, 2))),
    "ARRAY2DMS": ((2, 4, 2, 4), (("x", 0, 2), ("y", 2, 1), ("z", 3, 1), ("w", 4, 2))),
}
_TARGETS = sorted(_OWN)
_FORMATS = sorted(IMAGE_FORMATS)
_MODIFIERS = sorted(rows()["LOADIM"].storages)
_ATOMICS = [(atomic.value, name) for atomic, names in rows()["ATOMIM"].atomics for name in sorted(names)]
#: What may be done to a texel in any order: a texel each.
_UNORDERED = (
    "ADD.U32",
    "ADD.S32",
    "MIN.U32",
    "MIN.S32",
    "MAX.U32",
    "MAX.S32",
    "AND.U32",
    "OR.U32",
    "XOR.S32",
)
OPTION = "OPTION ARB_shader_image_size;"
VARIABLES = (
    "IMAGE mine = image[0]; IMAGE others[] = { image[2..3] }; IMAGE all[3] = { image[4..6] };",
    "INT TEMP own0, own1, wild, chosen; TEMP sink;",
)
_NORMALIZED = (Encoding.NORMALIZED, Encoding.SIGNED_NORMALIZED)
#: Formats that floats are stored into: what NaNs and denormals are in others is left to machines.
_PLAIN = tuple(row for row in IMAGE_FORMATS.values() if row.encoding in _NORMALIZED)


def _units(seed: int, shapes: Shapes) -> dict[int, tuple[str, str]]:
    """Target and format of units 0 to 3; one may be empty."""
    source = random.Random(f"images {seed}")
    found = {unit: (source.choice(sorted(shapes)), source.choice(_FORMATS)) for unit in range(4)}
    if source.random() < 0.1:
        del found[source.randrange(4)]
    return found


def images_of(seed: int, shapes: Shapes = _OWN) -> dict[int, Image]:
    """The images a sample is run with."""
    source = np.random.default_rng(seed)

    def texels(shape: tuple[int, ...], format: str) -> Any:
        row = IMAGE_FORMATS[format]
        shape = shape if row.packed or len(row.bits) == 1 else (*shape, len(row.bits))
        dtype = texel_dtype(row)
        count = int(np.prod(shape)) * dtype.itemsize
        return np.frombuffer(source.integers(0, 256, count, np.uint8).tobytes(), dtype).reshape(shape)

    found = {}
    for unit, (target, format) in _units(seed, shapes).items():
        access = "READ_WRITE" if unit < 2 else "READ_ONLY"
        found[unit] = Image(texels(shapes[target][0], format), format, target, access)
    found[5] = Image(texels((len(_UNORDERED),), "R32UI"), "R32UI", "1D")
    return found


def generate(seed: int) -> DeclaredSample:
    """The program of a seed: the same on every machine."""
    stage = replace(STAGE, family=FAMILY, head=(STAGE.head[0], OPTION, *STAGE.head[1:], *VARIABLES))
    return ImageWriter(seed, stage).sample()


class ImageWriter(Nv5Writer):
    """A program whose results are exact, with what images add.

    ``number`` is the invocation's, ``shapes`` where its texel lies in images of each target, ``often`` the
    part of the statements that reach images.
    """

    number = "vertex.id.x"
    shapes = _OWN
    often = 0.4

    def __init__(self, seed: int, stage: Any) -> None:
        super().__init__(seed, stage)
        self.rough = False
        self.images = _units(seed, self.shapes)

    def texels(self) -> Unit:
        """Where the invocation's own texels are."""
        first = ["MOV.S own0, 0;", "MOV.S own1, 0;", "MOV.S wild, 0;", "MOV.S chosen, 0;"]
        for unit in (0, 1):
            for component, shift, bits in self.shapes[self.image_target(unit)][1]:
                first.append(f"SHR.S.NTC own{unit}.{component}, {self.number}, {shift};")
                first.append(f"AND.S own{unit}.{component}, own{unit}.{component}, {(1 << bits) - 1};")
        return tuple(first)

    def first_call(self, units: Sequence[Unit]) -> int:
        """Before its own texels are known an invocation would store in another's."""
        last = (self.texels()[-1],)
        known = units.index(last) + 1 if last in units else 0
        return max(known, super().first_call(units))

    def main(self) -> list[Unit]:
        return [(line,) for line in self.texels()] + super().main()

    def image_target(self, unit: int) -> str:
        return self.images.get(unit, ("1D", "R32UI"))[0]

    def statement(self) -> Unit:
        if not self.chance(self.often):
            return super().statement()
        draw = self.random.random()
        if draw < 0.3:
            return self.wild_load()
        return self.unordered() if draw < 0.45 else self.own()

    def modifier(self, unit: int) -> str:
        """One that suits the image of a unit, now and then any."""
        size = IMAGE_FORMATS[self.images[unit][1]].bytes if unit in self.images else 4
        suiting = [name for name in _MODIFIERS if STORAGES[name].bytes == size]
        return self.pick(_MODIFIERS if self.chance(0.1) else suiting)

    def loaded(self, opcode: str, modifier: str, rest: str) -> Unit:
        type = STORAGES[modifier].type
        words = [opcode, modifier]
        if self.chance(0.3):
            words.append(self.pick(("CC", "CC0", "CC1")))
        if type is _F and self.chance(0.2):
            words.append("SAT")
        target = self.writable(type, False) + self.mask_and_condition(COMPONENTS, 0.3)
        return (f"{'.'.join(words)} {target}, {rest};",)

    def own(self) -> Unit:
        """An access of the invocation's own texel."""
        unit = self.pick((0, 1))
        name = "mine" if unit == 0 and self.chance(0.5) else f"image[{unit}]"
        place, target = f"own{unit}", self.image_target(unit)
        draw = self.random.random()
        cached = self.pick(("", "", ".COH", ".VOL"))
        if draw < 0.35:
            return self.loaded(f"LOADIM{cached}", self.modifier(unit), f"{place}, {name}, {target}")
        if draw < 0.5:
            atomic, modifier = self.pick(_ATOMICS)
            data = self.operand(STORAGES[modifier].type, False, False)
            return self.loaded(f"ATOMIM.{atomic}{cached}", modifier, f"{data}, {place}, {name}, {target}")
        if draw < 0.8:
            modifier = self.modifier(unit)
            if STORAGES[modifier].type is _F:
                modifier = modifier.replace("F", "U")
            data = self.operand(STORAGES[modifier].type, False, False)
            return (f"STOREIM.{modifier}{cached} {name}, {data}, {place}, {target};",)
        type = self.pick((_S, _U))
        if unit in self.images and IMAGE_FORMATS[self.images[unit][1]] in _PLAIN:
            type = _F
        data = self.operand(type, False, False)
        return (f"STOREIM.{type.value}{cached} {name}, {data}, {place}, {target};",)

    def wild_load(self) -> Unit:
        """A load from anywhere in images that stay as they are, or their size."""
        unit = self.pick((2, 3))
        target = self.image_target(unit) if self.chance(0.7) else self.pick(_TARGETS)
        name, lines = f"image[{unit}]", []
        if self.chance(0.4):
            name = "others[chosen.x]" if self.chance(0.6) else "others[chosen.y + 1]"
            lines.append(f"AND.S chosen, {self.operand(_S, False, False)}, 3;")
        if self.chance(0.15):
            target_register = self.writable(_S, False) + self.mask_and_condition(COMPONENTS, 0.2)
            return (*lines, f"IMQ {target_register}, {name}, {target};")
        lines.append(f"MOV.S wild, {self.operand(_S, False, False)};")
        if self.chance(0.8):
            lines.append("AND.S wild, wild, 7;")
        (last,) = self.loaded("LOADIM", self.modifier(unit), f"wild, {name}, {target}")
        return (*lines, last)

    def unordered(self) -> Unit:
        """A change of a texel that all change in the same way."""
        number = self.random.randrange(len(_UNORDERED))
        operation = _UNORDERED[number]
        data = self.operand(_S if operation.endswith("S32") else _U, False, False)
        name = "image[5]" if self.chance(0.6) else "all[1]"
        return (f"ATOMIM.{operation} sink, {data}, {{{number}, 0, 0, 0}}, {name}, 1D;",)


def compare(
    sample: DeclaredSample, inputs: DeclaredInputs, mode: str, tally: Tally | None = None
) -> Mismatch | None:
    """As for other families; and every texel of every image afterwards."""
    tally = Tally() if tally is None else tally
    try:
        program = load(sample.text)
        parameters, arrays = inputs.rows(program), inputs.arrays()
        stores = Stores(Memory({}), {}, images_of(sample.seed))
        spaces = Spaces(stores, {})
        expected = execute_on_oracle(program, arrays, Resources(parameters, spaces=spaces), inputs.count)
        elsewhere = run_on_llvm if mode in LLVM else execute_on_gpu
        actual = elsewhere(program, arrays, parameters, inputs.count, mode=mode, stores=stores)
        found = differences(program, inputs, expected, actual, mode, tally)
        left = spaces.left().images
        for unit in left if found is None else ():
            tally.words += left[unit].nbytes // 4
            if left[unit].tobytes() != actual.images[unit].tobytes():
                return Mismatch("value", f"image[{unit}] is not the same afterwards")
        return found
    except Exception as error:
        return Mismatch(type(error).__name__, str(error))

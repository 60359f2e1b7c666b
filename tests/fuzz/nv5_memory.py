"""Random programs of generation 5 that mix memory, textures and flow.

Invocations run in any order, so each stores and loads what is its own, and all change words that no one
loads, each by one operation that may be done in any order, whose result is put where nothing reads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nvrender.ops.memory_access import BUFFER_ATOMICS, STORAGES, Atomic, Storage
from nvrender.ops.types import DataType

from .declared import COMPONENTS, DeclaredSample, Unit
from .nv4 import Stage
from .nv5 import LONG, LONG_STAGE, LONG_VARIABLES, PLAIN, LongWriter
from .nvfp4 import FRAGMENT, FragmentWriter

_F, _S, _U = DataType.FLOAT, DataType.SIGNED, DataType.UNSIGNED

#: Bytes that are an invocation's own; the GPU addresses of what is read, all's and own.
OWN = 64
READ, ALL, MINE = 0x10000, 0x11000, 0x12000
#: The bytes of what is read, in each space.
READ_BYTES = 256
#: Storage bindings that are read, own and all's.
READ_BANK, MINE_BANK, ALL_BANK = 0, 2, 3
#: Word or pair of words of what is all's → operation, storage modifier, and what it takes (None: anything).
SHARED: dict[int, tuple[Atomic, str, str | None]] = {
    0: (Atomic.ADD, "U32", None),
    4: (Atomic.ADD, "S32", None),
    8: (Atomic.ADD, "U64", None),
    16: (Atomic.MINIMUM, "U32", None),
    20: (Atomic.MAXIMUM, "S32", None),
    24: (Atomic.AND, "U32", None),
    28: (Atomic.OR, "S32", None),
    32: (Atomic.EXCLUSIVE_OR, "U32", None),
    36: (Atomic.WRAPPING_INCREMENT, "U32", "37"),
    40: (Atomic.WRAPPING_DECREMENT, "U32", "11"),
    44: (Atomic.EXCHANGE, "S32", "-7"),
    48: (Atomic.COMPARE_AND_SWAP, "U32", "{ 5, 9 }"),
    52: (Atomic.MINIMUM, "S32", None),
    56: (Atomic.EXCHANGE, "U64", "77"),
}
#: Atomic operations with their storage modifiers, the same in both spaces.
_PAIRS = [(operation, name) for operation, names in BUFFER_ATOMICS for name in sorted(names)]
#: Image units with texels of floats, and with integers.
_EXACT_UNITS, _INTEGER_UNITS = range(4), range(4, 8)
_TARGETS = ("1D", "2D", "3D", "ARRAY1D", "ARRAY2D")
_LOOKED_UP = (*_TARGETS, "CUBE", "ARRAYCUBE", "2DMS", "ARRAY2DMS")
_LETTERS = {_F: "F", _S: "S", _U: "U"}

OPTIONS = (
    "OPTION NV_shader_storage_buffer;",
    "OPTION NV_gpu_program5_mem_extended;",
    "OPTION NV_shader_atomic_float;",
    "OPTION NV_bindless_texture;",
    "OPTION NV_texture_multisample;",
)
VARIABLES = (
    "UINT TEMP A, M; TEMP Z; LONG TEMP Y, H;",
    "CBUFFER cb[] = { program.buffer[0] };",
    "CBUFFER cbs[] = { program.buffer[0..1] };",
    f"STORAGE rb[] = {{ program.storage[{READ_BANK}..{READ_BANK + 1}] }};",
    f"STORAGE mb[] = {{ program.storage[{MINE_BANK}] }};",
    f"STORAGE ab[] = {{ program.storage[{ALL_BANK}] }};",
    "TEXTURE tx[] = { texture[0..1] };",
)
STAGE = replace(
    LONG_STAGE,
    family="nv5-memory",
    head=(LONG_STAGE.head[0], *OPTIONS, *LONG_STAGE.head[1:], *VARIABLES),
)
#: Threads vote by quads, which branches break up.
VOTES = frozenset({"TGALL", "TGANY", "TGBALLOT", "TGEQ"})
FRAGMENT_STAGE = replace(
    FRAGMENT,
    family="nvfp5-memory",
    head=("!!NVfp5.0", *OPTIONS, *FRAGMENT.head[1:], *LONG_VARIABLES, *VARIABLES),
    exact=(*FRAGMENT.exact, *(row for row in PLAIN if row.name not in VOTES)),
)


def generate(seed: int) -> DeclaredSample:
    """The program of a seed: the same on every machine."""
    return MemoryWriter(seed, STAGE).sample()


def generate_fragments(seed: int) -> DeclaredSample:
    """A fragment program, which may be killed: then it stores nothing more."""
    return FragmentMemoryWriter(seed, FRAGMENT_STAGE).sample()


class MemoryWriter(LongWriter):
    """A program with memory and textures; ``A`` has where an invocation's own bytes begin."""

    number = "vertex.id.x"
    #: How many of the loads are of what is own.
    own_loads = 0.4

    def __init__(self, seed: int, stage: Stage) -> None:
        super().__init__(seed, stage)
        # What is approximate must not decide what is stored.
        self.rough = False
        first = self.pick(_TARGETS)
        floats = {unit: first if unit < 2 else self.pick(_LOOKED_UP) for unit in _EXACT_UNITS}
        self.units = floats | {unit: self.pick(_TARGETS) for unit in _INTEGER_UNITS}

    def sample(self) -> DeclaredSample:
        """No subroutine is called before ``places``: an invocation would store in another's."""
        found = super().sample()
        units = list(found.units)
        place = units.index(self.places())
        first = place
        while first and units[first - 1][0].startswith("CALI"):
            first -= 1
        units[first : place + 1] = [units[place], *units[first:place]]
        return replace(found, units=tuple(units), kept=self.places())

    def places(self) -> Unit:
        return f"MUL.U A.x, {self.number}, {OWN};", f"ADD.U A.y, A.x, {MINE};"

    def main(self) -> list[Unit]:
        last: list[Unit] = [
            (f"STORE.U32X4 {self.pick(('R2', 'R4', 'U0', 'ta[1]'))}, A.y;",) for _ in range(self.chance(0.5))
        ]
        return [self.places(), *super().main(), *last]

    def statement(self) -> Unit:
        draw = self.random.random()
        if draw < 0.12:
            return self.load()
        if draw < 0.22:
            return self.store()
        if draw < 0.32:
            return self.atomic()
        if draw < 0.40:
            return self.lookup()
        if draw < 0.41:
            return ("MEMBAR;",)
        return super().statement()

    # Memory

    def storage(self) -> Storage:
        """Words often, what is smaller and larger now and then."""
        if self.chance(0.4):
            return STORAGES[self.pick(("U32", "S32", "F32", "U32X2", "S32X4", "F32X4"))]
        return STORAGES[self.pick(sorted(STORAGES))]

    def byte(self, size: int, storage: Storage) -> str:
        """M.x: a byte among ``size``, mostly aligned and inside."""
        mask = size - 1
        if self.chance(0.8):
            mask &= ~(storage.bytes - 1)
        elif size == READ_BYTES and self.chance(0.3):
            mask = 4 * size - 1
        return f"AND.U M.x, {self.operand(_U, True, False)}, {mask};"

    def place(self, storage: Storage, own: bool) -> tuple[list[str], str, str]:
        """What comes before, the opcode's letter (none for GPU addresses) and the address."""
        space = self.some(("", "B") if own else ("", "B", "C"), (1, 1) if own else (1, 1, 1))
        size = OWN if own else READ_BYTES
        before = [self.byte(size, storage)]
        match space:
            case "":
                base = "A.y" if own else str(READ)
                if self.chance(0.03):
                    base = self.pick(("12", "0x20000", "0xfffffff0"))
                if self.chance(0.3) and own:
                    return [], "", "A.y"
                return [*before, f"ADD.U M.x, M.x, {base};"], "", "M.x"
            case "B" if own:
                return [*before, "ADD.U M.x, M.x, A.x;"], "B", "mb[M.x]"
            case "B":
                bank = self.pick(("0", "1", f"{self.pick(('ix', 'jx'))}.{self.pick(COMPONENTS)}"))
                return before, "B", f"rb[{bank}][M.x{self.pick(('', ' + 16', ' + 64'))}]"
            case _:
                if self.chance(0.3):
                    bank = self.pick(("0", "1", f"ix.{self.pick(COMPONENTS)}"))
                    return before, "C", f"cbs[{bank}][M.x]"
                return before, "C", f"cb[M.x{self.pick(('', ' + 32'))}]"

    def words(self, storage: Storage, *more: str, flags: bool) -> str:
        words = [storage.name, *more]
        if flags and self.chance(0.3):
            words.append(self.pick(("CC", "CC0", "CC1")))
        return ".".join(words)

    def target(self, storage: Storage) -> str:
        """Where what is loaded goes: LONG variables too, and of 64 bits mostly."""
        long = self.chance(0.8 if storage.bits == 64 else 0.1)
        if long and storage.type is _F:
            return self.pick(("D0", "D1", "D2"))
        if long:
            return self.pick(("W0", "W1", "W2"))
        # Floats of 64 bits that are narrowed may be any; integers are read as floats nowhere else.
        return self.writable(storage.type, False)

    def load(self) -> Unit:
        storage = self.storage()
        before, letter, address = self.place(storage, own=self.chance(self.own_loads))
        name = {"": "LOAD", "B": "LDB", "C": "LDC"}[letter]
        more = [self.pick(("COH", "VOL"))] if letter != "C" and self.chance(0.2) else []
        if storage.type is _F and self.chance(0.15):
            more.append(self.pick(("SAT", "SSAT")))
        if letter == "C" and self.chance(0.4):
            swizzled = address + self.swizzle(False)
            address = f"-{swizzled}" if self.chance(0.3) else swizzled
        flags = storage.name != "F16"
        written = self.target(storage) + self.mask_and_condition(COMPONENTS, 0.2)
        return (*before, f"{name}.{self.words(storage, *more, flags=flags)} {written}, {address};")

    def source(self, storage: Storage) -> str:
        """What is stored: of 64 bits from LONG variables mostly."""
        if self.chance(0.8 if storage.bits == 64 else 0.1):
            return self.long_operand(storage.type, False)
        return self.operand(storage.type, False, False)

    def store(self) -> Unit:
        storage = self.storage()
        before, letter, address = self.place(storage, own=True)
        more = [self.pick(("COH", "VOL"))] if self.chance(0.2) else []
        name = {"": "STORE", "B": "STB"}[letter]
        return (
            *before,
            f"{name}.{self.words(storage, *more, flags=False)} {self.source(storage)}, {address};",
        )

    def atomic(self) -> Unit:
        """On what is all's, or on what is own."""
        if self.chance(0.5):
            return self.shared_atomic(sorted(SHARED))
        before, letter, address = self.place(STORAGES["U32"], own=True)
        operation, name = self.pick(_PAIRS)
        storage = STORAGES[name]
        word = f"ATOM{letter}.{operation.value}.{self.words(storage, flags=True)}"
        long = storage.bits == 64
        target = self.pick(("W0", "W1", "W2")) if long else self.writable(storage.type, False)
        return (*before, f"{word} {target}{self.mask()}, {self.source(storage)}, {address};")

    def shared_atomic(self, places: Sequence[int]) -> Unit:
        """On what is all's at one of ``places``, the result going where nothing reads it."""
        place = self.pick(places)
        operation, name, given = SHARED[place]
        storage = STORAGES[name]
        value = given or self.source(storage)
        result = "Y" if storage.bits == 64 else "Z"
        word, address = self.pick((("ATOM", str(ALL + place)), ("ATOMB", f"ab[{place}]")))
        return (f"{word}.{operation.value}.{name} {result}, {value}, {address};",)

    # Textures

    def lookup(self) -> Unit:
        """A fetch, a query, or a lookup at an odd 64th, where no texel ends."""
        unit = self.pick(sorted(self.units))
        target = self.units[unit]
        kind = {0: _U, 1: _S}[unit % 2] if unit in _INTEGER_UNITS else _F
        texture = f"texture[{unit}]"
        before: Unit = ()
        if unit < 2 and self.chance(0.5):
            texture = f"tx[{self.pick(('0', '1', f'ix.{self.pick(COMPONENTS)}'))}]"
        elif unit < 2 and self.chance(0.4):
            texture = f"handle(H.{self.pick(COMPONENTS[:2])})"
            # Two of them name textures, the third none.
            before = (
                f"AND.U T, {self.operand(_U, False, False)}, {{ 3, 0, 1, 0 }};",
                "ADD.U T, T, { 0, 1, 1, 1 };",
                "PK64.U H, T;",
            )
        code = self.pick(("", "", ".CC0", ".CC1"))
        written = self.writable(kind, False) + self.mask_and_condition(COMPONENTS, 0.2)
        if self.chance(0.1):
            return (*before, f"TXQ {self.writable(_S, False)}{self.mask()}, 0, {texture}, {target};")
        cube = target.endswith("CUBE")
        moved = "" if cube or self.chance(0.7) else f", offset({self.operand(_S, False, False)})"
        if target.endswith("MS") or (not cube and self.chance(0.5)):
            name, samples = ("TXFMS", 3) if target.endswith("MS") else ("TXF", 0)
            return (
                *before,
                f"AND.S T, {self.operand(_S, False, False)}, {{ 7, 3, 1, {samples} }};",
                f"{name}.{_LETTERS[kind]}{code} {written}, T, {texture}, {target}{moved};",
            )
        name = self.pick(("TEX", "TXL"))
        if target in ("2D", "ARRAY2D") and self.chance(0.4):
            name = self.pick(("TXG", "TXGO"))
            texture += self.pick(("", ".x", ".y", ".w")) if "handle" not in texture else ""
        places = "T"
        if name == "TXGO":
            places, moved = ", ".join(["T", *(self.operand(_S, False, False) for _ in range(2))]), ""
        layers = target == "ARRAYCUBE"
        if layers and name == "TXL":
            places = "T, { 0, 0, 0, 0 }"
        return (
            *before,
            f"AND.S T, {self.operand(_S, False, False)}, {{ 63, 31, 15, {3 if layers else 0} }};",
            "I2F T, T;",
            "MAD T, T, { 0.0625, 0.125, 0.0625, 1 }, "
            f"{{ -0.984375, 0.015625, -0.484375, {0.25 if layers else 0} }};",
            f"{name}.{_LETTERS[kind]}{code} {written}, {places}, {texture}, {target}{moved};",
        )


class FragmentMemoryWriter(MemoryWriter, FragmentWriter):
    number = "number.x"
    long_read = LONG

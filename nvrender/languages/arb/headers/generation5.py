"""The instructions of generation 5: what it adds, family ``nv5``, and what it makes of generation 4's.

NV_gpu_program5 Table X.13, with those of NV_compute_program5, EXT_shader_image_load_store,
NV_shader_storage_buffer_object, NV_shader_thread_group, ARB_shader_subroutine and ARB_shader_image_size. An
instruction both generations have is one, of family ``nv4``; its row here tells what more it takes.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from nvrender.languages.arb.headers import generation4 as nv4
from nvrender.languages.common.families import NV5
from nvrender.languages.common.opcode_rows import row_of
from nvrender.ops import memory_access as memory
from nvrender.ops.memory_access import Space
from nvrender.ops.types import DataType
from nvrender.program.opcodes import Opcode, ResultClass

#: As in generation4. What memory an instruction accesses has neither float nor integer types: a storage
#: modifier says both.
_TABLE = """
ATOM     - - X - - -  s   v,su      atomic
ATOMB    - - X - - -  s   v,m       atomic
ATOMIM   - - X - - -  s   v,vs      image_atomic
ATOMS    - - X - - -  s   v,m       atomic
BAR      - - - - - -  -   -         barrier
BFE      - X X - - S  v   v,v       _extract
BFI      - X X - - S  v   v,v,v     insert
BFR      - X X - - S  v   v         reverse
BTC      - X X - - S  v   v         count
BTFL     - X X - - S  v   v         lowest
BTFM     - X X - - S  v   v         _highest
CALI     - - - - - -  -   c()       call_chosen
CVT      - - X X - F  v   v         convert
EMITS    - X - - - S  -   s         emit_stream
IMQ      - - - - - S  vs  -         image_size
IPAC     X - X X - F  v   v         centroid
IPAO     X - X X - F  v   v,v       at_offset
IPAS     X - X X - F  v   v,su      at_sample
LDB      - - X X - F  v   m         load
LDC      - - X X - F  v   v         load
LDS      - - X X - F  v   m         load
LOAD     - - X X - F  v   su        load
LOADIM   - - X X - F  v   vs        image_load
LOD      X - X X - F  v   vf        texture_level
MEMBAR   - - - - - -  -   -         memory_barrier
PK64     X X - - - F  v   v         pack64
QSWZ0    X - - - - F  v   v,v?      quad_0
QSWZ1    X - - - - F  v   v,v?      quad_1
QSWZ2    X - - - - F  v   v,v?      quad_2
QSWZ3    X - - - - F  v   v,v?      quad_3
QSWZX    X - - - - F  v   v,v?      quad_x
QSWZY    X - - - - F  v   v,v?      quad_y
STB      - - - - - -  -   v,m       store
STORE    - - - - - -  -   v,su      store
STOREIM  X X - - - F  -   v,vs      image_store
STS      - - - - - -  -   v,m       store
TGALL    X X X X - F  v   v         all
TGANY    X X X X - F  v   v         any
TGBALLOT X X X - - F  vu  v         ballot
TGEQ     X X X X - F  v   v         alike
TXG      X X X X - F  v   vf        gather
TXGO     X X X X - F  v   vf,vs,vs  gather_offsets
UP64     X X X X - F  v   v         unpack64
"""
_SECTIONS = {
    **dict.fromkeys(("ATOMS", "BAR", "LDS", "STS"), "NV_compute_program5 2.X.8"),
    **dict.fromkeys(("ATOMB", "LDB", "STB"), "NV_shader_storage_buffer_object 2.X.8"),
    **dict.fromkeys(("ATOMIM", "LOADIM", "STOREIM"), "EXT_shader_image_load_store 2.X.8"),
    **dict.fromkeys("QSWZ0 QSWZ1 QSWZ2 QSWZ3 QSWZX QSWZY TGBALLOT".split(), "NV_shader_thread_group 2.X.8"),
    "CALI": "ARB_shader_subroutine 2.X.8",
    "IMQ": "ARB_shader_image_size 2.X.8",
}

_SPACES = {
    **dict.fromkeys(("ATOM", "LOAD", "STORE"), Space.GLOBAL),
    **dict.fromkeys(("ATOMB", "LDB", "STB"), Space.STORAGE),
    **dict.fromkeys(("ATOMS", "LDS", "STS"), Space.SHARED),
    **dict.fromkeys(("ATOMIM", "IMQ", "LOADIM", "STOREIM"), Space.IMAGE),
    "LDC": Space.CONSTANT,
}
_ATOMICS = {
    "ATOM": memory.GLOBAL_ATOMICS,
    "ATOMB": memory.BUFFER_ATOMICS,
    "ATOMS": memory.BUFFER_ATOMICS,
    "ATOMIM": memory.IMAGE_ATOMICS,
}
_CACHED = frozenset("LOAD STORE ATOM LDB STB ATOMB LOADIM STOREIM ATOMIM".split())
_ANY = frozenset(DataType)
_INTEGERS = frozenset({DataType.SIGNED, DataType.UNSIGNED})
#: NV_gpu_program5 Table X.13, columns F and I: what takes 64-bit modifiers.
_WIDE = {
    **dict.fromkeys(
        """ABS ADD CEIL CMP DIV FLR MAD MAX MIN MOV MUL REP ROUND SEQ SFL SGE SGT SLE SLT SNE STR SUB
        TRUNC""".split(),
        _ANY,
    ),
    **dict.fromkeys("FRC RCP RSQ SSG".split(), frozenset({DataType.FLOAT})),
    **dict.fromkeys("AND I2F MOD NOT OR SAD SHL SHR XOR".split(), _INTEGERS),
}


def _accessing(row: Opcode) -> Opcode:
    """A row with what it does in memory."""
    name, space = row.name, _SPACES.get(row.name)
    if name == "CVT":
        return replace(row, storages=memory.SCALARS, storage_counts=(2, 2), unmodified=False)
    if space is None or name == "IMQ":
        return row
    storages = memory.TEXELS if space is Space.IMAGE else memory.PLAIN
    atomics = _ATOMICS.get(name, ())
    if atomics:
        storages = frozenset().union(*(names for _, names in atomics))
    return replace(
        row,
        storages=storages,
        storage_counts=(int(name != "STOREIM"), 1),
        atomics=atomics,
        cached=name in _CACHED,
        unmodified=False,
    )


def _row(line: str) -> Opcode:
    name = line.split(maxsplit=1)[0]
    section = f"{_SECTIONS.get(name, 'NV_gpu_program5 2.X.8')}, {name}"
    row = _accessing(row_of(line, NV5, section, "NVvp5.0"))
    return replace(
        row,
        space=_SPACES.get(name),
    )


#: One row per instruction generation 5 adds.
ROWS: tuple[Opcode, ...] = tuple(_row(line) for line in _TABLE.split("\n") if line)

FRAGMENT_ONLY = frozenset({"IPAC", "IPAO", "IPAS"})
GEOMETRY_ONLY = frozenset({"EMITS"})
COMPUTE_ONLY = frozenset({"ATOMS", "BAR", "LDS", "STS"})
#: What options add, by option; those of QUAD_ONLY to fragment programs alone.
QUAD_ONLY = frozenset({"QSWZ0", "QSWZ1", "QSWZ2", "QSWZ3", "QSWZX", "QSWZY"})
#: What asks the threads of a group.
GROUPED = QUAD_ONLY | {"TGALL", "TGANY", "TGEQ", "TGBALLOT"}
OPTIONAL: dict[str, frozenset[str]] = {
    "NV_shader_storage_buffer": frozenset({"ATOMB", "LDB", "STB"}),
    "NV_shader_thread_group": QUAD_ONLY | {"TGBALLOT"},
    "ARB_shader_image_size": frozenset({"IMQ"}),
    "NV_explicit_multisample": nv4.MULTISAMPLE,
    "NV_texture_multisample": nv4.MULTISAMPLE,
}


def _computes(row: Opcode) -> bool:
    """True for what takes PREC: no texture, memory or flow instruction (NV_gpu_program5 2.X.4.1)."""
    apart = row.texture is not None or row.space is not None or row.is_flow
    return not apart and row.result is not ResultClass.NONE


@cache
def rows() -> dict[str, Opcode]:
    """Every instruction of generation 5 by name, with all it takes."""
    every = (*nv4.ROWS, *ROWS)
    return {
        row.name: replace(row, wide=_WIDE.get(row.name, frozenset()), precise=_computes(row)) for row in every
    }


def opcodes_of_stage(fragment: bool, geometry: bool, compute: bool) -> dict[str, Opcode]:
    """What programs of a stage have without options."""
    absent = frozenset().union(*OPTIONAL.values())
    for there, own in (
        (fragment, nv4.FRAGMENT_ONLY | FRAGMENT_ONLY),
        (geometry, nv4.GEOMETRY_ONLY | GEOMETRY_ONLY),
        (compute, COMPUTE_ONLY),
    ):
        absent |= frozenset() if there else own
    found = {name: row for name, row in rows().items() if name not in absent}
    if compute:
        found["MEMBAR"] = replace(found["MEMBAR"], group=True)
    return found


def with_option(opcodes: dict[str, Opcode], option: str, fragment: bool) -> dict[str, Opcode]:
    """``opcodes`` with what an option adds or changes."""
    names = OPTIONAL.get(option, frozenset()) - (frozenset() if fragment else QUAD_ONLY)
    found = opcodes | {name: rows()[name] for name in names}
    extended = opcodes["LOAD"].storages >= memory.EXTENDED
    if extended or option == "NV_gpu_program5_mem_extended":
        for name, row in found.items():
            if row.storages and row.name != "CVT" and not row.atomics:
                found[name] = replace(row, storages=row.storages | memory.EXTENDED)
    if option == "NV_shader_atomic_float":
        for name in ("ATOM", "ATOMIM"):
            row = found[name]
            atomics, storages = memory.with_floats(row.atomics), row.storages | {"F32"}
            found[name] = replace(row, atomics=atomics, storages=storages)
    return found

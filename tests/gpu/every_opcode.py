"""A statement for every instruction of every header of generation 5, with all the types it has.

Each statement leaves 32 bytes of memory of its own: slot n is at GPU address 65792 + 32 n, behind 256 bytes
of numbers, which the parameter buffer 0 and the storage buffer 0 have too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

import nvrender
from nvrender.gl.patches import Patch
from nvrender.gl.textures.images import Image
from nvrender.gl.textures.texture import Texture
from nvrender.languages.arb.headers.generation5 import opcodes_of_stage, with_option
from nvrender.ops.memory_access import SCALARS, STORAGES
from nvrender.ops.types import DataType
from nvrender.program.opcodes import Opcode, OperandClass, ResultClass

FIRST, SLOT = 65792, 32
NUMBERS = np.concatenate(
    [
        np.float32([0.5, -2.25, 1.5, 3.0]).view(np.uint32),
        np.uint32([0x80000003, 0x00FF7F01, 0xC0453C00, 7]),
        np.float64([0.1, -7.5, 1e300, 3.0]).view(np.uint32),
        np.arange(48, dtype=np.uint32) * np.uint32(0x01234567),
    ]
)
OPTIONS = (
    *("NV_shader_storage_buffer", "NV_gpu_program5_mem_extended", "NV_shader_atomic_float"),
    *("NV_shader_thread_group", "ARB_shader_image_size", "NV_texture_multisample"),
    *("NV_explicit_multisample", "NV_bindless_texture", "NV_shader_buffer_load"),
    *("NV_parameter_buffer_object2", "NV_gpu_program_fp64"),
)
#: Header, declarations and how a stage runs once.
STAGES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "vp": ("!!NVvp5.0", "", {"count": 1}),
    "tcp": ("!!NVtcp5.0", "VERTICES_OUT 1;", {"count": 1, "patch": Patch(1)}),
    "tep": (
        "!!NVtep5.0",
        "TESS_MODE QUADS;",
        {"count": 1, "patch": Patch(1), "attributes": {"vertex.tesscoord": np.zeros((1, 2), np.float32)}},
    ),
    "gp": (
        "!!NVgp5.0",
        "PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 4;",
        {"count": 1, "attributes": {"position": np.zeros((1, 4), np.float32)}},
    ),
    "fp": ("!!NVfp5.0", "", {"count": 1, "attributes": {"attrib[3]": np.float32([[1, 2, 3, 4]])}}),
    "cp": (
        "!!NVcp5.0",
        "GROUP_SIZE 1; SHARED_MEMORY 4096; SHARED h[] = { program.sharedmem };",
        {"groups": 1},
    ),
}
DECLARED = """TEMP t, u; LONG TEMP l; INT TEMP i;
CBUFFER c[] = { program.buffer[0] }; STORAGE w[] = { program.storage[0] };
PARAM f = { 0.5, -2.25, 1.5, 3.0 }; PARAM g = { 4.0, 2.0, -1.5, 0.25 }; PARAM k = { 1.0, 3.0, 0.5, 2.0 };
PARAM m = { 7, -3, 12, 100 }; PARAM n = { 5, 2, -3, 6 }; PARAM o = { 1, 3, 9, 4 };"""
TARGETS = "1D 2D 3D RECT CUBE BUFFER ARRAY1D ARRAY2D ARRAYCUBE 2DMS ARRAY2DMS".split()


def opcodes(stage: str) -> dict[str, Opcode]:
    """What a stage has with all options."""
    found = opcodes_of_stage(stage == "fp", stage == "gp", stage == "cp")
    for option in OPTIONS:
        found = with_option(found, option, stage == "fp")
    return found


def _typed(row: Opcode, type: DataType, bits: int) -> str:
    """The instruction with operands of its types, into t or l."""
    operands = []
    for place, kind in enumerate(row.operands):
        own = row.operand_type(place, type)
        names = ("f", "g", "k") if own is DataType.FLOAT else ("m", "n", "o")
        operands.append(names[place] + (".x" if kind is OperandClass.SCALAR else ""))
    if row.name == "SWZ":
        operands = ["f, x, -y, 1, 0"]
    if row.name in ("LG2", "RSQ", "POW", "RCP"):
        operands[0] = "g.x"
    size = str(bits) if bits == 64 else ""
    mask = ".xyz" if row.three_components else ""
    suffix = f".{type.value}{size}" if len(row.types) > 1 or bits == 64 else ""
    return f"{row.name}{suffix} {'l' if bits == 64 else 't'}{mask}, {', '.join(operands)};"


def _computing(row: Opcode) -> Iterator[str]:
    """Every type, sized ones and those of 64 bits; modifiers."""
    for type in sorted(row.types, key=lambda each: each.value):
        yield f"MOV.U t, 0; {_typed(row, type, 32)} STORE.U32X4 t, @;"
        if type in row.wide:
            yield f"MOV.U64 l, 0; {_typed(row, type, 64)} STORE.U64X4 l, @;"
    first = sorted(row.types, key=lambda each: each.value)[0]
    text = _typed(row, first, 32)
    name, rest = text.split(" ", 1)
    if row.condition_code:
        yield f"MOV.U t, 0; {name}.CC {rest} MOV u, 0; MOV u (GT), 1; MOV u (EQ), 2; STORE.U32X4 u, @;"
        yield f"MOV.U t, 0; {name}.CC1 {rest} MOV u, 0; MOV u (LT1), 1; MOV u (NE1), 2; STORE.U32X4 u, @;"
    if row.clamp and first is DataType.FLOAT:
        yield f"MOV.U t, 0; {name}.SAT {rest} STORE.U32X4 t, @;"
        yield f"MOV.U t, 0; {name}.SSAT {rest} STORE.U32X4 t, @;"
    if row.precise:
        yield f"MOV.U t, 0; {name}.PREC {rest} STORE.U32X4 t, @;"


def _packing(row: Opcode) -> Iterator[str]:
    if row.name == "PK64":
        for type in "FSU":
            yield f"PK64.{type} l, {'f' if type == 'F' else 'm'}; STORE.U64X2 l, @;"
    elif row.name == "UP64":
        for type in "FSU":
            yield f"PK64 l, f; UP64.{type} t, l; STORE.U32X4 t, @;"
    elif row.packs:
        for type in "FSU":
            yield f"MOV.U t, 0; {row.name}.{type} t, f; STORE.U32X4 t, @;"
    else:
        for type in "FSU":
            yield f"MOV.U t, 0; MOV.U u, {0x80FF7F01}; {row.name}.{type} t, u.x; STORE.U32X4 t, @;"


def _converting() -> Iterator[str]:
    for place, result in enumerate(sorted(SCALARS)):
        for number, source in enumerate(sorted(SCALARS)):
            operand = "f" if source.startswith("F") else "m"
            into, stored = ("l", "U64X4 l") if result.endswith("64") else ("t", "U32X4 t")
            rounding = ("", ".CEIL", ".FLR", ".TRUNC", ".ROUND", ".SAT", ".PREC")[(11 * place + number) % 7]
            yield f"CVT.{result}.{source}{rounding} {into}, {operand}; STORE.{stored}, @;"


def _transfers(row: Opcode) -> Iterator[str]:
    """Loads from the numbers, and stores of some; of every storage modifier."""
    place = {"LOAD": "65536", "LDC": "c[0]", "LDB": "w[0]", "LDS": "h[0]"}
    for name in sorted(row.storages):
        storage = STORAGES[name]
        into, stored = ("l", "U64X4 l") if storage.bits == 64 else ("t", "U32X4 t")
        cached = (".COH", ".VOL", ".COH.VOL", "")[len(name) % 4] if row.cached else ""
        source = ("l" if storage.bits == 64 else "t") if storage.type is not DataType.FLOAT else "f"
        filled = "LOAD.U64X4 l, 65568;" if storage.bits == 64 else "LOAD.U32X4 t, 65552;"
        match row.name:
            case "STORE":
                yield f"{filled} STORE.{name}{cached} {source}, @;"
            case "STB":
                text = f"MOV.U u, 0; STB.U32X4 u, w[2048]; {filled} STB.{name}{cached} {source}, w[2048];"
                yield f"{text} LDB.U32X4 t, w[2048]; STORE.U32X4 t, @;"
            case "STS":
                text = f"MOV.U u, 0; STS.U32X4 u, h[64]; {filled}"
                yield f"{text} STS.{name} {source}, h[64]; LDS.U32X4 t, h[64]; STORE.U32X4 t, @;"
            case "LDS":
                yield (f"LOAD.U64X4 l, 65536; STS.U64X4 l, h[0]; LDS.{name} {into}, h[0]; STORE.{stored}, @;")
            case _:
                yield f"{row.name}.{name}{cached} {into}, {place[row.name]}; STORE.{stored}, @;"


def _atomics(row: Opcode) -> Iterator[str]:
    for atomic, names in row.atomics:
        for name in sorted(names):
            word = f"{row.name}.{atomic.value}.{name}"
            operand = "f" if name == "F32" else "n"
            into = "l" if name == "U64" else "t"
            load = "LDB" if row.name == "ATOMB" else "LDS"
            store = "STB" if row.name == "ATOMB" else "STS"
            array = "w[3072]" if row.name == "ATOMB" else "h[128]"
            if row.name == "ATOM":
                text = f"STORE.U32X4 m, @; {word} {into}, {operand}, @;"
                yield f"{text} ADD.U t.y, 16, @; STORE.U32 {into}, t.y;"
            elif row.name == "ATOMIM":
                yield (
                    f"MOV.U u, 0; STOREIM.U32 image[1], m, u, 2D; {word} t, {operand}, u, image[1], 2D;"
                    " LOADIM.U32 t.y, u, image[1], 2D; STORE.U32X4 t, @;"
                )
            else:
                yield (
                    f"{store}.U32X4 m, {array}; {word} {into}, {operand}, {array};"
                    f" {load}.U32X4 u, {array}; MOV.U u.z, {into}.x; STORE.U32X4 u, @;"
                )


def _images(row: Opcode) -> Iterator[str]:
    """Every storage modifier and every target; an image of each size of texel (Table X.3)."""
    unit = {8: 4, 16: 3, 32: 1, 64: 2, 128: 0}
    for target in TARGETS:
        if row.name == "IMQ":
            yield f"MOV.U t, 0; IMQ t, image[1], {target}; STORE.U32X4 t, @;"
        else:
            yield (
                f"MOV.U u, 0; STOREIM.U32 image[1], m, u, {target};"
                f" ATOMIM.ADD.U32 t, n, u, image[1], {target};"
                f" LOADIM.U32 t.y, u, image[1], {target}; STORE.U32X4 t, @;"
            )
    if row.name == "IMQ":
        return
    for name in sorted(row.storages):
        at = f"image[{unit[STORAGES[name].bytes * 8]}]"
        data = "f" if name.startswith("F") else "m"
        cached = (".COH", ".VOL", ".COH.VOL", "")[len(name) % 4]
        yield (
            f"MOV.U u, 0; MOV.U t, 0; STOREIM.{name}{cached} {at}, {data}, u, 2D;"
            f" LOADIM.{name}{cached} t, u, {at}, 2D; STORE.U32X4 t, @;"
        )
    for type, unit_of in (("", 5), (".F", 5), (".S", 6), (".U", 7)):
        yield (
            f"MOV.U u, 0; STOREIM{type} image[{unit_of}], {'m' if type in ('.S', '.U') else 'f'}, u, 2D;"
            f" LOADIM.U32 t, u, image[{unit_of}], 2D; STORE.U32X4 t, @;"
        )


def _lookups(row: Opcode) -> Iterator[str]:
    """Of textures of floats, signed and unsigned integers, in that order."""
    operands = {"TXF": "u", "TXFMS": "u", "TXQ": "u", "TXGO": "v, u, u", "TXD": "v, v, v"}.get(row.name, "v")
    typed = row.name not in ("TXQ", "LOD")
    for place, type in enumerate("FSU" if typed else "F"):
        unit, target = (place + 3, "2DMS") if row.name == "TXFMS" else (place, "2D")
        yield (
            f"MOV.U u, {{1, 0, 0, 1}}; MOV.U t, 0; {row.name}{f'.{type}' if typed else ''} t,"
            f" {operands.replace('v', 'k.zzzz')}, texture[{unit}], {target}; STORE.U32X4 t, @;"
        )


def statements(stage: str) -> list[str]:
    """Each with @ for its slot."""
    found: list[str] = []
    for name, row in sorted(opcodes(stage).items()):
        if row.is_flow or name in ("BAR", "MEMBAR", "EMIT", "EMITS", "ENDPRIM", "KIL", "DDX", "DDY"):
            continue
        if row.texture is not None:
            found += _lookups(row)
        elif row.interpolates:
            extra = {"IPAC": "", "IPAO": ", g", "IPAS": ", n.x"}[name]
            found += [
                f"{name}{word} t, fragment.attrib[3]{extra}; STORE.U32X4 t, @;" for word in ("", ".PREC")
            ]
        elif row.atomics:
            found += _atomics(row)
        elif name in ("LOADIM", "STOREIM", "IMQ"):
            found += _images(row)
        elif row.storages and name != "CVT":
            found += _transfers(row)
        elif name == "CVT":
            found += _converting()
        elif row.packs or row.unpacks or name in ("PK64", "UP64"):
            found += _packing(row)
        elif row.result is not ResultClass.NONE:
            found += _computing(row)
    found += [
        "MOV.S i, 0; MOV u, 1; REP.S 5; ADD.S.CC i.x, i, 1; SEQ.S.CC i.y, i.x, 2; CONT NE.y; ADD u, u, u;"
        " SEQ.S.CC i.y, i.x, 4; BRK NE.y; ENDREP; IF NE.y; ADD u.x, u, 10; ELSE; ADD u.x, u, 20; ENDIF;"
        " STORE.U32X4 u, @;",
        "MOV.CC t, f; MOV u, 0; CAL more; CAL more (LT.x); CALI s; STORE.U32X4 u, @;",
        "MEMBAR; STORE.F32X4 f, @;",
    ]
    if stage == "cp":
        found += ["STS.U32X4 m, h[0]; BAR; MEMBAR.CTA; LDS.U32X4 t, h[0]; STORE.U32X4 t, @;"]
    if stage == "fp":
        found += [
            "DDX t, fragment.attrib[3]; DDY u, fragment.attrib[3]; ADD t, t, u; STORE.F32X4 t, @;",
            "KIL f.x; STORE.F32X4 f, @;",
        ]
    if stage == "gp":
        found += ["EMIT; EMITS 1; ENDPRIM; STORE.F32X4 f, @;"]
    return found


SUBROUTINES = """RET;
more: ADD u, u, 1; RET;
most SUBROUTINENUM(1): ADD u, u, 7; RET;
"""


def program(stage: str, rows: list[str]) -> str:
    """The program that executes some statements one after the other."""
    header, directives, _ = STAGES[stage]
    options = "".join(f"OPTION {name};\n" for name in OPTIONS)
    used = any(" CALI " in row for row in rows)
    types = "SUBROUTINETYPE One { most };\nSUBROUTINE One s = program.subroutine[0];\n" if used else ""
    body = "\n".join(row.replace("@", str(FIRST + SLOT * number)) for number, row in enumerate(rows))
    tail = SUBROUTINES if used else ""
    return f"{header}\n{options}{directives}\n{types}{DECLARED}\nmain:\n{body}\n{tail}END"


def run(text: str, stage: str, count: int, backend: str) -> nvrender.Results:
    """The memory afterwards has (count, 8) words behind the numbers."""
    given = STAGES[stage][2]
    memory = np.concatenate([NUMBERS, np.full(8 * count, 0xDEADBEEF, np.uint32)])
    texels = np.arange(16).reshape(2, 2, 4) * 3 - 8
    samples = np.arange(16).reshape(2, 1, 2, 4) * 5 - 30
    kinds = (("float", np.float32), ("signed", np.int32), ("unsigned", np.uint32))
    textures = {
        place: Texture("2D", (texels.astype(type),), kind=kind, min_filter="NEAREST", mag_filter="NEAREST")
        for place, (kind, type) in enumerate(kinds)
    } | {
        place + 3: Texture("2DMS", (samples.astype(type),), kind=kind)
        for place, (kind, type) in enumerate(kinds)
    }
    images = {
        0: Image(np.zeros((2, 2, 4), np.uint32), "RGBA32UI"),
        1: Image(np.zeros((2, 2), np.uint32), "R32UI"),
        2: Image(np.zeros((2, 2, 2), np.uint32), "RG32UI"),
        3: Image(np.zeros((2, 2), np.uint16), "R16UI"),
        4: Image(np.zeros((2, 2), np.uint8), "R8UI"),
        5: Image(np.zeros((2, 2, 4), np.uint8), "RGBA8"),
        6: Image(np.zeros((2, 2, 4), np.int8), "RGBA8I"),
        7: Image(np.zeros((2, 2, 4), np.uint8), "RGBA8UI"),
    }
    loaded = nvrender.load(text)
    storage = {0: np.concatenate([NUMBERS, np.zeros(1024, np.uint32)])}
    return nvrender.run(
        loaded,
        parameters={"program.buffer[0]": NUMBERS} if "LDC" in text else None,
        memory=nvrender.Memory({"a": memory}),
        storage=storage if "w[" in text.split("main:")[1] else None,
        images=images if "image[" in text else None,
        textures=textures if "texture[" in text else None,
        backend=backend,
        **given,
    )

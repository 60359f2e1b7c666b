"""Which modifiers every instruction of generation 5 takes, against NV_gpu_program5 Table X.13.

The rows are the table's, with those that NV_compute_program5, NV_shader_storage_buffer_object,
EXT_shader_image_load_store, NV_shader_thread_group, ARB_shader_subroutine and ARB_shader_image_size add.
"""

from __future__ import annotations

import pytest
from batches import every

from nvrender.languages.arb.headers import generation5 as nv5
from nvrender.languages.load import load
from nvrender.ops.memory_access import STORAGES
from nvrender.source import ProgramError

#: Columns F I C S H D, result, operands; t is a texture, i an image, m, b and c memory of three kinds.
TABLE = """
ABS 66XXXF v v|ADD 66XXXF v v,v|AND -6X--S v v,v|ATOM --X--- s v,su|BFE -XX--S v v,v|BFI -XX--S v v,v,v
BFR -XX--S v v|BRK ------ - c|BTC -XX--S v v|BTFL -XX--S v v|BTFM -XX--S v v|CAL ------ - l
CEIL 66XXXF v vf|CMP 66XXXF v v,v,v|CONT ------ - c|COS X-XXXF s s|CVT --XX-F v v|DDX X-XXXF v v
DDY X-XXXF v v|DIV 66XXXF v v,s|DP2 X-XXXF s v,v|DP2A X-XXXF s v,v,v|DP3 X-XXXF s v,v|DP4 X-XXXF s v,v
DPH X-XXXF s v,v|DST X-XXXF v v,v|ELSE ------ - -|EMIT ------ - -|EMITS -X---S - s|ENDIF ------ - -
ENDPRIM ------ - -|ENDREP ------ - -|EX2 X-XXXF s s|FLR 66XXXF v vf|FRC 6-XXXF v v|I2F -6X--S vf v
IF ------ - c|IPAC X-XX-F v a|IPAO X-XX-F v a,v|IPAS X-XX-F v a,su|KIL XX--XF - vc|LDC --XX-F v c
LG2 X-XXXF s s|LIT X-XXXF v v|LOAD --XX-F v su|LOD X-XX-F v vf,t|LRP X-XXXF v v,v,v|MAD 66XXXF v v,v,v
MAX 66XXXF v v,v|MEMBAR ------ - -|MIN 66XXXF v v,v|MOD -6X--S v v,s|MOV 66XXXF v v|MUL 66XXXF v v,v
NOT -6X--S v v|NRM X-XXXF v v|OR -6X--S v v,v|PK2H XX---F s vf|PK2US XX---F s vf|PK4B XX---F s vf
PK4UB XX---F s vf|PK64 XX---F d v|POW X-XXXF s s,s|RCC X-XXXF s s|RCP 6-XXXF s s|REP 66--XF - v
RET ------ - c|RFL X-XXXF v v,v|ROUND 66XXXF v vf|RSQ 6-XXXF s s|SAD -6X--S vu v,v,vu|SCS X-XXXF v s
SEQ 66XXXF v v,v|SFL 66XXXF v v,v|SGE 66XXXF v v,v|SGT 66XXXF v v,v|SHL -6X--S v v,s|SHR -6X--S v v,s
SIN X-XXXF s s|SLE 66XXXF v v,v|SLT 66XXXF v v,v|SNE 66XXXF v v,v|SSG 6-XXXF v v|STORE ------ - v,su
STR 66XXXF v v,v|SUB 66XXXF v v,v|SWZ X-XXXF v w|TEX XXXX-F v vf,t|TGALL XXXX-F v v|TGANY XXXX-F v v
TGEQ XXXX-F v v|TRUNC 66XXXF v vf|TXB XXXX-F v vf,t|TXD XXXX-F v vf,vf,vf,t|TXF XXXX-F v vs,t
TXFMS XXXX-F v vs,t|TXG XXXX-F v vf,t|TXGO XXXX-F v vf,vs,vs,t|TXL XXXX-F v vf,t|TXP XXXX-F v vf,t
TXQ -----S vs vs,t|UP2H XXXX-F vf s|UP2US XXXX-F vf s|UP4B XXXX-F vf s|UP4UB XXXX-F vf s|UP64 XXXX-F v d
X2D X-XXXF v v,v,v|XOR -6X--S v v,v|XPD X-XXXF v v,v
ATOMS --X--- s v,m|BAR ------ - -|LDS --XX-F v m|STS ------ - v,m|ATOMB --X--- s v,b|LDB --XX-F v b
STB ------ - v,b|ATOMIM --X--- s v,vs,i|LOADIM --XX-F v vs,i|STOREIM XX---F - i,v,vs|IMQ -----S vs i
QSWZ0 X----F v v,v|QSWZ1 X----F v v,v|QSWZ2 X----F v v,v|QSWZ3 X----F v v,v|QSWZX X----F v v,v
QSWZY X----F v v,v|TGBALLOT XXXX-F vu v|CALI ------ - s()
"""
ROWS = [row.split(" ") for line in TABLE.strip().split("\n") for row in line.split("|")]
NAMES = [row[0] for row in ROWS]
FRAGMENT = "DDX DDY IPAC IPAO IPAS KIL QSWZ0 QSWZ1 QSWZ2 QSWZ3 QSWZX QSWZY".split()
GEOMETRY = "EMIT EMITS ENDPRIM".split()
COMPUTE = "ATOMS BAR LDS STS".split()
FLOW = set("BRK CAL CALI CONT ELSE EMIT EMITS ENDIF ENDPRIM ENDREP IF KIL REP RET BAR MEMBAR".split())
SPECIAL = {
    "CVT": ".F32.S32",
    **dict.fromkeys("ATOM ATOMB ATOMS ATOMIM".split(), ".ADD.U32"),
    **dict.fromkeys("LDC LOAD STORE LDS STS LDB STB LOADIM".split(), ".F32"),
}
MEMORY = set(SPECIAL) - {"CVT"} | {"STOREIM", "IMQ"}
#: NV_gpu_program5 2.X.4.5: memory transactions; LDC reads constants, shared memory is coherent.
CACHED = {"LOAD", "STORE", "ATOM", "LDB", "STB", "ATOMB", "LOADIM", "STOREIM", "ATOMIM"}
OPTIONS = (
    "NV_shader_thread_group NV_shader_storage_buffer NV_explicit_multisample ARB_shader_image_size".split()
)
HEADERS = {
    **dict.fromkeys(FRAGMENT, "!!NVfp5.0"),
    **dict.fromkeys(COMPUTE, "!!NVcp5.0"),
    **dict.fromkeys(GEOMETRY, "!!NVgp5.0"),
}
DIRECTIVES = {
    "!!NVcp5.0": "GROUP_SIZE 1; SHARED_MEMORY 16; SHARED shared[] = { program.sharedmem };",
    "!!NVgp5.0": "PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;",
}
VARIABLES = (
    "STORAGE storage[] = { program.storage[0] }; TEMP r, s; LONG TEMP d;"
    "CBUFFER constant[] = { program.buffer[0] }; SUBROUTINETYPE T { f };"
    "SUBROUTINE T called = program.subroutine[0]; f SUBROUTINENUM(0): RET; main: "
)
OPERANDS = {
    "a": "fragment.attrib[0]", "su": "s.x", "s": "s.x", "t": "texture[0], 2D", "d": "d", "m": "shared[0]",
    "b": "storage[0]", "c": "constant[0]", "i": "image[0]", "w": "s, x,y,z,w", "l": "main", "s()": "called",
}  # fmt: skip
#: What stands before and behind an instruction of flow.
BEFORE = {
    **dict.fromkeys(("BRK", "CONT", "ENDREP"), "REP s; "),
    **dict.fromkeys(("ELSE", "ENDIF"), "IF EQ.x; "),
}
BEHIND = {
    **dict.fromkeys(("BRK", "CONT", "REP"), "ENDREP;"),
    **dict.fromkeys(("ELSE", "IF"), "ENDIF;"),
}


def statement(name: str, modifiers: str) -> tuple[str, str]:
    """A program up to an instruction, and the rest of it."""
    result, inputs = ROWS[NAMES.index(name)][2:]
    header = HEADERS.get(name, "!!NVvp5.0")
    options = "".join(f"OPTION {option};" for option in OPTIONS)
    operands = [] if inputs == "-" else [OPERANDS.get(word, "s") for word in inputs.split(",")]
    if name == "TXFMS":
        operands[-1] = "texture[0], RENDERBUFFER"
    if "i" in inputs.split(","):
        operands.append("2D")
    if name in ("BRK", "CONT", "RET", "IF"):
        operands = ["EQ.x"]
    if result != "-":
        operands.insert(0, "d" if result == "d" else "r")
    before = f"{header} {options} {DIRECTIVES.get(header, '')} {VARIABLES}{BEFORE.get(name, '')}"
    base = SPECIAL.get(name, "")
    spelled = f"{name}{base}{modifiers}" if modifiers.startswith(".") else f"{name}{modifiers}{base}"
    return before, f"{spelled} {', '.join(operands)}; {BEHIND.get(name, '')} END"


def loads(name: str, modifiers: str = "") -> bool:
    before, after = statement(name, modifiers)
    try:
        load(before + after)
    except ProgramError as error:
        # Of the instruction, and nothing else.
        assert len(before) <= error.position <= len(before) + len(after), (before + after, str(error))
        return False
    return True


def test_the_table_has_every_instruction() -> None:
    """No instruction is left out, and none is without a row."""
    assert len(NAMES) == len(set(NAMES)) and set(NAMES) == set(nv5.rows())


@every("name", NAMES)
def test_data_types(name: str) -> None:
    """Columns F and I: X is for unsized types and those below 64 bits, 6 for those of 64 too."""
    assert loads(name)
    floats, integers = ROWS[NAMES.index(name)][1][:2]
    if name in SPECIAL:
        floats = integers = "-"
    taken = {
        ".F": floats != "-", ".F32": floats != "-", ".F64": floats == "6",
        ".S": integers != "-", ".S32": integers != "-", ".S64": integers == "6",
        ".U": integers != "-", ".U32": integers != "-", ".U64": integers == "6",
    }  # fmt: skip
    if name == "STOREIM":  # a storage modifier in place of a type
        taken |= {".F64": False, ".S64": False, ".U64": False}
    assert {modifier: loads(name, modifier) for modifier in taken} == taken
    storage = {modifier: loads(name, modifier) for modifier in (".S8", ".U16", ".F32X2", ".S32X4", ".F64X2")}
    assert storage == dict.fromkeys(storage, False) | (
        {".S8": True, ".U16": True, ".F32X2": True, ".S32X4": True} if name == "STOREIM" else {}
    )
    assert not loads(name, ".F16") and not loads(name, ".F.F32") and not loads(name, ".S32.U32")


@every("name", NAMES)
def test_condition_codes_clamps_and_suffixes(name: str) -> None:
    """Columns C, S and H; a clamp is of floats, which the results of TGBALLOT never are."""
    _, columns, _, _ = ROWS[NAMES.index(name)]
    floats, _, code, clamp, half, _ = columns
    codes = {modifier: loads(name, modifier) for modifier in (".CC", ".CC0", ".CC1", "C", "C0", "C1")}
    assert codes == dict.fromkeys(codes, code == "X")
    clamped = clamp == "X" and name != "TGBALLOT"
    clamps = {modifier: loads(name, modifier) for modifier in (".SAT", ".SSAT", "_SAT", "_SSAT")}
    assert clamps == dict.fromkeys(clamps, clamped)
    assert loads(name, "H") == (half == "X") and loads(name, "R") == (floats != "-")
    assert loads(name, ".F64.SAT") == (floats == "6" and clamped)
    assert not loads(name, ".S.SAT") or name not in ("TGALL", "TGANY", "TGEQ")


@every("name", NAMES)
def test_other_modifiers(name: str) -> None:
    """NV_gpu_program5 2.X.4.1: PREC for what computes, COH and VOL for memory, the rest for one kind each."""
    computes = name not in FLOW | MEMORY and "t" not in ROWS[NAMES.index(name)][3].split(",")
    assert loads(name, ".PREC") == computes
    assert loads(name, ".COH") == loads(name, ".VOL") == loads(name, ".VOL.COH") == (name in CACHED)
    assert not loads(name, ".COH.COH")
    for rounding in (".ROUND", ".CEIL", ".FLR", ".TRUNC"):
        assert loads(name, rounding) == (name == "CVT")
    for atomic in (".ADD", ".MIN", ".MAX", ".IWRAP", ".DWRAP", ".AND", ".OR", ".XOR", ".EXCH", ".CSWAP"):
        assert not loads(name, atomic)
    assert not loads(name, ".CTA")
    assert loads(name, ".HI.U") == loads(name, ".S24") == loads(name, ".U24") == (name == "MUL")


@pytest.mark.parametrize("name", sorted({"ATOM", "ATOMB", "ATOMS", "ATOMIM"}))
def test_atomic_operations_and_their_sizes(name: str) -> None:
    """NV_gpu_program5 2.X.8, ATOM; EXT_shader_image_load_store Table X.4.

    Floats of ATOM and ATOMIM need NV_shader_atomic_float, those of ATOMB and ATOMS nothing.
    """
    sizes = {
        **{key: {"U32", "S32", "U64", "F32"} for key in ("ADD", "EXCH")}, "CSWAP": {"U32", "S32", "U64"},
        **{key: {"U32", "S32"} for key in ("MIN", "MAX", "AND", "OR", "XOR")},
        **{key: {"U32"} for key in ("IWRAP", "DWRAP")},
    }  # fmt: skip
    before, after = statement(name, "")
    for option in (False, True):
        for operation, taken in sizes.items():
            allowed = set(taken)
            if name == "ATOMIM":
                allowed -= {"U64"}
            if name in ("ATOM", "ATOMIM") and not option:
                allowed -= {"F32"}
            for size in STORAGES:
                text = (before + after).replace(".ADD.U32", f".{operation}.{size}")
                text = (
                    text.replace(" OPTION", " OPTION NV_shader_atomic_float; OPTION", 1) if option else text
                )
                try:
                    load(text)
                    found = True
                except ProgramError:
                    found = False
                assert found == (size in allowed), (operation, size, option)

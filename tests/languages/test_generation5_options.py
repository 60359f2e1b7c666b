"""Which options and limits programs of generation 5 have, against tables of their own."""

from __future__ import annotations

import pytest
from batches import every

from nvrender.languages.load import load
from nvrender.languages.profiles import PROFILES
from nvrender.source import ProgramError

HEADERS = {
    "!!NVvp5.0": "", "!!NVtcp5.0": "VERTICES_OUT 1;", "!!NVtep5.0": "TESS_MODE QUADS;",
    "!!NVgp5.0": "PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;", "!!NVfp5.0": "",
    "!!NVcp5.0": "GROUP_SIZE 1;",
}  # fmt: skip
ALL: tuple[str, ...] = tuple(HEADERS)
VERTEX: tuple[str, ...] = ("!!NVvp5.0",)
FRAGMENT: tuple[str, ...] = ("!!NVfp5.0",)
#: Option → the headers it may follow, and where they are told.
OPTIONS: dict[str, tuple[tuple[str, ...], str]] = {
    "NV_early_fragment_tests": (FRAGMENT, "NV_gpu_program5 2.X.6.Y"),
    "ARB_blend_func_extended": (FRAGMENT, "NV_gpu_program5 3.11.4.5.3"),
    "NV_gpu_program5_mem_extended": (ALL, "NV_gpu_program5_mem_extended 2.X.6"),
    "NV_shader_storage_buffer": (ALL, "NV_shader_storage_buffer_object 2.X.6"),
    "NV_shader_atomic_float": (ALL, "NV_shader_atomic_float 2.X.6"),
    "NV_bindless_texture": (ALL, "NV_bindless_texture 2.X.2"),
    "NV_shader_thread_group": (ALL, "NV_shader_thread_group 2.X.6"),
    "NV_explicit_multisample": (ALL, "NV_explicit_multisample 2.X.2"),
    "NV_texture_multisample": (ALL, "docs/semantics.md"),
    "ARB_shader_image_size": (ALL, "docs/semantics.md"),
    # What the headers imply, without effect.
    "NV_shader_buffer_load": (ALL, "docs/semantics.md"),
    "NV_parameter_buffer_object2": (ALL, "docs/semantics.md"),
    "NV_gpu_program_fp64": (ALL, "docs/semantics.md"),
    # Those of generation 4.
    "ARB_position_invariant": (VERTEX, "NV_vertex_program4 2.X.6"),
    **dict.fromkeys(
        """ARB_fog_exp ARB_fog_exp2 ARB_fog_linear ARB_precision_hint_fastest ARB_precision_hint_nicest
        ARB_draw_buffers ATI_draw_buffers ARB_fragment_program_shadow ARB_fragment_coord_origin_upper_left
        ARB_fragment_coord_pixel_center_integer""".split(),
        (FRAGMENT, "NV_fragment_program4 2.X.6"),
    ),
    # Names that no text gives to an option of these headers.
    **dict.fromkeys(
        """NV_shader_storage_buffer_object NV_gpu_program5 NV_compute_program5 NV_vertex_program2
        NV_vertex_program3 NV_fragment_program2 NV_shader_buffer_store EXT_shader_image_load_store
        nv_early_fragment_tests NV_early_fragment_test""".split(),
        ((), "NV_gpu_program4 2.X.6"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("header", HEADERS)
@every("option", OPTIONS)
def test_options_by_header(option: str, header: str) -> None:
    """Later specifications give options to every program type, whatever the stages' texts said before."""
    before = f"{header} OPTION "
    text = f"{before}{option}; {HEADERS[header]} END"
    if header in OPTIONS[option][0]:
        load(text)
        return
    with pytest.raises(ProgramError) as caught:
        load(text)
    assert caught.value.position == len(before)


#: What needs no option under any header: (declarations, statements) and the text that says so.
IMPLIED = {
    "LOAD": ("", "LOAD.U32 t, t.x;", "NV_gpu_program5, Dependencies on NV_shader_buffer_load"),
    "LDC": ("CBUFFER c[] = { program.buffer[0] };", "LDC.U32 t, c[0];", "… on NV_parameter_buffer_object2"),
    "STORE": (
        "",
        "STORE.U32 t, t.x; ATOM.ADD.U32 t, t, t.x; MEMBAR;",
        "NV_shader_buffer_store, Dependencies",
    ),
    "IMAGE": (
        "IMAGE m = image[0];",
        "LOADIM.U32 t, t, m, 2D; STOREIM m, t, t, 2D; ATOMIM.ADD.U32 t, t, t, m, 2D;",
        "EXT_shader_image_load_store, Dependencies",
    ),
    "CALI": (
        "SUBROUTINETYPE T { f }; SUBROUTINE T v = program.subroutine[0];",
        "f SUBROUTINENUM(0): RET; main: CALI v;",
        "ARB_shader_subroutine, Dependencies",
    ),
    "BFE": ("", "BFE.U t, t, t; TGALL t, t; CVT.F32.S8 t, t;", "NV_gpu_program5 2.X.8"),
    "LONG": ("LONG TEMP d;", "ADD.F64 d, d, 1; PK64 d, t; UP64 t, d;", "NV_gpu_program5 2.X.3.1"),
}


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("what", IMPLIED)
def test_what_needs_no_option(what: str, header: str) -> None:
    declared, body, _ = IMPLIED[what]
    load(f"{header} {HEADERS[header]} TEMP t; {declared} {body} END")
    if header in ("!!NVvp5.0", "!!NVgp5.0", "!!NVfp5.0"):
        with pytest.raises(ProgramError):
            load(f"{header.replace('5', '4')} {HEADERS[header]} TEMP t; {declared} {body} END")


#: Limit → its number, and the specification that has it.
LIMITS = {
    "invocations": (32, "NV_gpu_program5, New Implementation Dependent State"),
    "interpolation_offsets": ((-0.5, 0.5), "NV_gpu_program5, New Implementation Dependent State"),
    "interpolation_offset_bits": (4, "NV_gpu_program5, New Implementation Dependent State"),
    "gather_offsets": ((-32, 31), "NV_gpu_program5 issue 2"),
    "texel_offsets": ((-8, 7), "NV_gpu_program4, New Implementation Dependent State"),
    "vertex_streams": (4, "ARB_gpu_shader5"),
    "patch_attributes": (30, "NV_tessellation_program5, New Implementation Dependent State"),
    "patch_vertices": (32, "ARB_tessellation_shader"),
    "group_size": ((1024, 1024, 64), "ARB_compute_shader"),
    "group_invocations": (1024, "ARB_compute_shader"),
    "shared_memory": (32768, "ARB_compute_shader"),
    "buffer_bindings": (8, "NV_parameter_buffer_object"),
    "buffer_size": (4096, "NV_parameter_buffer_object; 16384 words, 65536 bytes"),
    "storage_bindings": (8, "ARB_shader_storage_buffer_object"),
    "storage_size": (2**24, "ARB_shader_storage_buffer_object"),
    "image_units": (8, "EXT_shader_image_load_store"),
    "images_and_outputs": (8, "EXT_shader_image_load_store"),
    "subroutine_parameters": (1024, "ARB_shader_subroutine"),
    "subroutine_numbers": (256, "ARB_shader_subroutine"),
    "warp_size": (4, "docs/semantics.md"),
    "warps": (1, "docs/semantics.md"),
    "multiprocessors": (1, "docs/semantics.md"),
    "dual_source_buffers": (1, "ARB_blend_func_extended"),
}


@pytest.mark.parametrize("header", HEADERS)
def test_limits(header: str) -> None:
    found = PROFILES[header].limits
    assert {name: getattr(found, name) for name in LIMITS} == {name: row[0] for name, row in LIMITS.items()}
    assert PROFILES["!!NVtcp5.0"].limits.output_components == 4096  # ARB_tessellation_shader


GEOMETRY = "!!NVgp5.0 PRIMITIVE_IN POINTS; PRIMITIVE_OUT POINTS; VERTICES_OUT 1;"
#: Limit → what it is changed to, and a program that loads with that and not without, or the reverse.
CHANGED: dict[str, tuple[object, str, bool]] = {
    "invocations": (8, f"{GEOMETRY} INVOCATIONS 9; END", False),
    "texel_offsets": ((-32, 31), "!!NVvp5.0 TEMP t; TEX t, t, texture[0], 2D, (-9, 31); END", True),
    "patch_attributes": (31, "!!NVtcp5.0 VERTICES_OUT 1; MOV result.patch.attrib[30], 1; END", True),
    "patch_vertices": (4, "!!NVtcp5.0 VERTICES_OUT 5; END", False),
    "group_size": ((8, 8, 8), "!!NVcp5.0 GROUP_SIZE 1 9; END", False),
    "group_invocations": (64, "!!NVcp5.0 GROUP_SIZE 8 9; END", False),
    "shared_memory": (65536, "!!NVcp5.0 GROUP_SIZE 1; SHARED_MEMORY 65536; END", True),
    "buffer_bindings": (12, "!!NVvp5.0 CBUFFER c[] = { program.buffer[11] }; END", True),
    "buffer_size": (
        8,
        "!!NVvp5.0 TEMP t; CBUFFER c[] = { program.buffer[0] }; LDC.U32 t, c[128]; END",
        False,
    ),
    "storage_bindings": (
        16,
        "!!NVvp5.0 OPTION NV_shader_storage_buffer; STORAGE s[] = { program.storage[15] }; END",
        True,
    ),
    "image_units": (16, "!!NVvp5.0 IMAGE m = image[15]; END", True),
    "subroutine_parameters": (
        2,
        "!!NVvp5.0 SUBROUTINETYPE T { a }; SUBROUTINE T v = program.subroutine[2]; a SUBROUTINENUM(0): RET;"
        "main: RET; END",
        False,
    ),
    "subroutine_numbers": (2, "!!NVvp5.0 a SUBROUTINENUM(2): RET; main: RET; END", False),
    "output_components": (
        12,
        "!!NVtcp5.0 VERTICES_OUT 4; MOV result.position, 1; MOV result.patch.attrib[0], 1; END",
        False,
    ),
}


@pytest.mark.parametrize("name", CHANGED)
def test_limits_may_be_given(name: str) -> None:
    value, text, more = CHANGED[name]
    load(text, limits={name: value} if more else None)
    with pytest.raises(ProgramError):
        load(text, limits=None if more else {name: value})


DOUBLES = {
    "arithmetic": "ADD.‸F64 d, d, d;",
    "a loop": "REP.‸F64 d; ENDREP;",
    "a conversion": "CVT.F32.‸F64 t, d;",
    "a conversion to it": "CVT.‸F64.S64 d, d;",
    "a load": "LOAD.‸F64 d, t.x;",
    "two": "LOAD.‸F64X2 d, t.x;",
    "four": "STORE.‸F64X4 d, t.x;",
    "a constant": "LDC.‸F64 d, c[0];",
    "a storage buffer": "STB.‸F64 d, s[0];",
}
STAYS = {
    "integers": "ADD.S64 d, d, d; MUL.U64 d, d, d;",
    "memory": "LOAD.U64X4 d, t.x; STB.S64 d, s[0];",
    "atomics": "ATOM.ADD.U64 d, d, t.x;",
    "packing": "PK64 d, t; UP64 t, d;",
    "conversions": "CVT.S64.F32 d, t;",
    "floats": "ADD.F32 d, d, t; MOV t, d;",
}
WITHOUT_DOUBLES = (
    "!!NVvp5.0 OPTION NV_shader_storage_buffer; TEMP t; LONG TEMP d;"
    "CBUFFER c[] = { program.buffer[0] }; STORAGE s[] = { program.storage[0] }; "
)


@pytest.mark.parametrize("what", DOUBLES)
def test_doubles_need_their_extension(what: str) -> None:
    """NV_gpu_program5 2.X.4.1: F64 is not there where GL_NV_gpu_program_fp64 is not."""
    before, _, after = f"{WITHOUT_DOUBLES}{DOUBLES[what]} END".partition("‸")
    load(before + after)
    with pytest.raises(ProgramError, match="needs GL_NV_gpu_program_fp64") as caught:
        load(before + after, limits={"double_floats": False})
    assert caught.value.position == len(before)


@pytest.mark.parametrize("what", STAYS)
def test_what_stays_without_doubles(what: str) -> None:
    """NV_gpu_program5 2.X.3.1, 2.X.4.1: LONG variables and their integers; docs/semantics.md."""
    program = load(f"{WITHOUT_DOUBLES}{STAYS[what]} END", limits={"double_floats": False})
    assert all(row.size == "LONG" for row in program.variables if row.name == "d")

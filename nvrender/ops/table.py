"""The op table: every operation that a language's instruction may mean, a row each.

What differs from language to language are the rules of special values, so the same mnemonic may mean
different rows, and several mnemonics one. Names of rows that differ by such a rule only:

``_zero``       0 · x is +0 whatever x is, and every NaN is positive (NV_vertex_program 2.14.1.11)
``_positive``   every NaN that is computed is positive (NV_vertex_program 2.14.1.11)
``_nan``        NaN if an operand is (NV_vertex_program2 2.14.3)
``_total``      the total order of all floats (NV_vertex_program 2.14.1.11)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from nvrender.ops.rows import Addition, Flow, Form, Lookup, Operation, Reads

_LETTERS = "xyzw"


def _reads(text: str) -> Reads:
    """``0.xyz 1.w`` → operand 0's x, y and z and operand 1's w."""
    pairs = (word.split(".") for word in text.split())
    return tuple((int(operand), tuple(map(_LETTERS.index, letters))) for operand, letters in pairs)


def _rows(
    form: Form, names: str, *, addition: Addition | None = None, signless: bool = False
) -> Iterable[Operation]:
    return (Operation(name, form, addition=addition, signless=signless) for name in names.split())


def _plain(glsl: str, numpy: str, names: str) -> Iterable[Operation]:
    return (Operation(name, Form.COMPONENTWISE, glsl=glsl, numpy=numpy) for name in names.split())


def _replicated(reads: str, names: str) -> Iterable[Operation]:
    return (Operation(name, Form.REPLICATED, (_reads(reads),)) for name in names.split())


def _composed(names: str, *reads: str) -> Iterable[Operation]:
    return (Operation(name, Form.COMPOSED, tuple(map(_reads, reads))) for name in names.split())


def _lookups(lookup: Lookup, names: str, *, implicit: bool = False) -> Iterable[Operation]:
    rows = names.split()
    return (Operation(name, Form.TEXTURE, lookup=lookup, implicit_detail=implicit) for name in rows)


def _memory(names: str, *, reads: bool = False, writes: bool = False) -> Iterable[Operation]:
    return (Operation(name, Form.MEMORY, reads_memory=reads, writes_memory=writes) for name in names.split())


_VECTORS = "0.x 0.y 0.z 1.x 1.y 1.z"

#: Every row, a group of operations after another.
ROWS: tuple[Operation, ...] = (
    # Copies and constants: a zero, and what a comparison that holds gives.
    *_rows(Form.COMPONENTWISE, "mov ffalse ftrue ifalse itrue ufalse utrue"),
    # Sums and products.
    *_rows(Form.COMPONENTWISE, "fadd fadd_positive fsub fsub_positive fmul fmul_zero fmad fmad_zero"),
    *_rows(Form.COMPONENTWISE, "fdiv flrp imul_high umul_high idiv udiv imod umod"),
    *_rows(Form.COMPONENTWISE, "imul umul", signless=True),
    *_rows(Form.COMPONENTWISE, "iadd uadd", addition=Addition.PLAIN, signless=True),
    # Of an index that is not negative: no more than the largest integer.
    *_rows(Form.COMPONENTWISE, "iadd_saturated"),
    *_rows(Form.COMPONENTWISE, "isub usub", addition=Addition.NEGATED, signless=True),
    *_rows(Form.COMPONENTWISE, "imad umad", addition=Addition.OF_PRODUCT, signless=True),
    *_rows(Form.COMPONENTWISE, "isad usad", addition=Addition.OF_DISTANCE),
    *_replicated("0.xy 1.xy", "fdot2"),
    *_replicated("0.xy 1.xy 2.x", "fdot2_add"),
    *_replicated("0.xyz 1.xyz", "fdot3 fdot3_zero"),
    *_replicated("0.xyzw 1.xyzw", "fdot4 fdot4_zero"),
    *_replicated("0.xyz 1.xyzw", "fdot_homogeneous fdot_homogeneous_zero"),
    # Signs, extremes, choices.
    *_plain("abs(a)", "absolute", "fabs iabs"),
    *_plain("min(a, b)", "minimum", "imin umin"),
    *_plain("max(a, b)", "maximum", "imax umax"),
    *_rows(Form.COMPONENTWISE, "uabs fsign fmin fmin_nan fmin_positive fmax fmax_nan fmax_positive"),
    *_rows(Form.COMPONENTWISE, "fcmp icmp ucmp"),
    # Comparisons.
    *(
        Operation(f"{letter}{relation}{rule}", Form.COMPONENTWISE)
        for letter, rule in (("f", ""), ("f", "_nan"), ("i", ""), ("u", ""))
        for relation in ("eq", "ge", "gt", "le", "lt", "ne")
    ),
    *_rows(Form.COMPONENTWISE, "fge_total flt_total"),
    # Integral parts and conversions. Addresses of VP1.x and VP2.0 are within [−512, 511].
    # Of floats integers within the type's range, NaN 0.
    *_plain("floor(a)", "floor", "ffloor"),
    *_plain("ceil(a)", "ceil", "fceil"),
    *_plain("roundEven(a)", "rint", "fround"),
    *_plain("trunc(a)", "trunc", "ftrunc"),
    *_rows(Form.COMPONENTWISE, "ffract"),
    *_rows(Form.COMPONENTWISE, "ifloor iceil iround itrunc ufloor uceil uround utrunc"),
    *_rows(Form.COMPONENTWISE, "i2f u2f convert address_floor address_round"),
    *_composed("address_add", "0.x 0.z", "0.y 0.w", "0.x 0.z", "0.y 0.w"),
    *_composed("iaddress_add", "0.x 0.z", "0.y 0.w", "0.x 0.z", "0.y 0.w"),
    # Approximations, of scalars.
    *_replicated("0.x", "frcp frcp_positive frcp_clamped frcp_clamped_positive fexp2 flog2 fsin fcos"),
    *_replicated("0.x", "frsq frsq_unsigned frsq_absolute frsq_absolute_positive"),
    *_replicated("0.x 1.x", "fpow"),
    # Composed operations.
    *_composed("fdistance fdistance_zero", "", "0.y 1.y", "0.z", "1.w"),
    *_composed("flight flight_nan flight_positive flight_unclamped", "", "0.x", "0.x 0.y 0.w", ""),
    *_composed("fexponential fexponential_positive flogarithm flogarithm_positive", "0.x", "0.x", "0.x", ""),
    *_composed("fsine_cosine", "0.x", "0.x", "", ""),
    *_composed("fcross", "0.y 1.z 0.z 1.y", "0.z 1.x 0.x 1.z", "0.x 1.y 0.y 1.x", ""),
    *_composed("fnormalize", *("0.x 0.y 0.z",) * 3, ""),
    *_composed("freflect", *(_VECTORS,) * 3, ""),
    *_composed("ftransform", *("0.x 1.x 2.x 1.y 2.y", "0.y 1.x 2.z 1.y 2.w") * 2),
    # What programs say by several instructions and GLSL in a word. Of a vector and a matrix the operands
    # behind the vector are the matrix's rows, or its columns.
    *_plain("sqrt(a)", "sqrt", "fsqrt"),
    *_rows(Form.COMPONENTWISE, "fclamp"),
    *_replicated("0.xyz", "flength"),
    *_composed("freflection", *(_VECTORS,) * 3, ""),
    *_composed("frows3", *(f"0.xyz {row}.xyz" for row in (1, 2, 3)), ""),
    *_composed("frows3x4", *(f"0.xyzw {row}.xyzw" for row in (1, 2, 3)), ""),
    *_composed("frows4", *(f"0.xyzw {row}.xyzw" for row in (1, 2, 3, 4))),
    *_composed("fcolumns3", *(f"0.xyz 1.{one} 2.{one} 3.{one}" for one in "xyz"), ""),
    *_composed("fcolumns4", *(f"0.xyzw 1.{one} 2.{one} 3.{one} 4.{one}" for one in _LETTERS)),
    # Words and bits.
    *_rows(Form.COMPONENTWISE, "not and or xor", signless=True),
    *_rows(Form.COMPONENTWISE, "ishl ushl ishr ushr"),
    *(replace(row, packs=True) for row in _replicated("0.xy", "pack_half2 pack_ushort2")),
    *(replace(row, packs=True) for row in _replicated("0.xyzw", "pack_byte4 pack_ubyte4")),
    *(
        replace(row, unpacks=True)
        for row in _composed("unpack_half2 unpack_ushort2 unpack_byte4 unpack_ubyte4", *("0.x",) * 4)
    ),
    *_composed("pack64", *("0.xy", "0.zw") * 2),
    *_composed("unpack64", *("0.x", "0.x", "0.y", "0.y")),
    *_composed("iextract uextract", *(f"0.x 0.y 1.{letter}" for letter in _LETTERS)),
    *_composed("insert", *(f"0.x 0.y 1.{letter} 2.{letter}" for letter in _LETTERS)),
    *_rows(Form.COMPONENTWISE, "reverse count lowest ihighest uhighest"),
    # Fragments of a quad, threads of a group, places in a pixel.
    *_rows(Form.DERIVATIVE, "fddx fddy"),
    *_rows(Form.QUAD, "quad_0 quad_1 quad_2 quad_3 quad_x quad_y"),
    *_rows(Form.VOTE, "all any alike ballot ballot_alone"),
    *_rows(Form.INTERPOLATION, "centroid at_sample"),
    Operation("at_offset", Form.INTERPOLATION, (_reads("1.xy"),)),
    # Textures.
    *_lookups(Lookup.SAMPLE, "sample texture_level", implicit=True),
    *_lookups(Lookup.SAMPLE, "sample_gradients"),
    *_lookups(Lookup.SAMPLE_WITH_W, "sample_bias sample_projected", implicit=True),
    *_lookups(Lookup.SAMPLE_WITH_W, "sample_level"),
    *_lookups(Lookup.FETCH, "fetch"),
    *_lookups(Lookup.FETCH_SAMPLE, "fetch_sample"),
    *_lookups(Lookup.QUERY, "texture_size"),
    *_lookups(Lookup.GATHER, "gather"),
    *_lookups(Lookup.GATHER_OFFSETS, "gather_offsets"),
    # Memory and images.
    *_memory("load image_load", reads=True),
    *_memory("store image_store", writes=True),
    *_memory("atomic image_atomic", reads=True, writes=True),
    *_memory("image_size"),
    # Flow.
    *(Operation(flow.value, Form.FLOW, flow=flow) for flow in Flow),
    *_rows(Form.FLOW, "push_address pop_address emit emit_stream end_primitive"),
    *_rows(Form.KILL, "kill"),
    *_rows(Form.BARRIER, "barrier memory_barrier"),
    # What programs say without an instruction of its own: signs, clamps, condition codes and their tests.
    *_plain("-a", "negative", "fneg ineg"),
    *_rows(Form.COMPONENTWISE, "fsaturate fsaturate_signed ffixed ffixed_nan distance"),
    # A number in more bits or in fewer; one whose denormals are zeros; one that no compiler knows, and a
    # constant of whose zeros none does.
    *_rows(Form.COMPONENTWISE, "resize fflush fopaque fhidden fnumber"),
    *_rows(Form.COMPONENTWISE, "equal not_equal less less_equal greater greater_equal"),
    *_rows(Form.COMPONENTWISE, "holds_both holds_either holds_one holds_not"),
    *_rows(Form.COMPONENTWISE, "fflags iflags uflags sum_flags difference_flags has_flags"),
    *_rows(Form.COMPONENTWISE, "sum_overflow sum_carry difference_overflow difference_carry"),
    *_replicated("0.xyzw", "holds_any"),
)  # fmt: skip

OPERATIONS: dict[str, Operation] = {row.name: row for row in ROWS}

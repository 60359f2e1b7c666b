"""What each operation does, for people: a line, a formula, and special values as ``operands → result``.

``a``, ``b``, ``c`` are the operands, ``a.x`` one component; a formula without components holds for each,
several in parentheses are those of x, y, z and w. ``c ? p : q`` is p where c holds, else q. Special values are those
of one component, of operands whose components are all alike.
"""

# ruff: noqa: E501, a row of the tables is a line

from __future__ import annotations

from nvrender.records import record


@record
class Description:
    """Of one operation; ``formula`` is "" where it is no function of the operands."""

    text: str
    formula: str = ""
    special: tuple[str, ...] = ()


_DOT3 = "a.x * b.x + a.y * b.y + a.z * b.z"
_LENGTH3 = "sqrt(a.x * a.x + a.y * a.y + a.z * a.z)"
_REFLECTED = f"2 * ({_DOT3}) / (a.x * a.x + a.y * a.y + a.z * a.z) * a - b"
_ZERO_RULE = "0, INF → 0; INF, -0 → 0; NaN, 0 → 0; INF, 1 → INF"
_NAN_RULE = "0, INF → NaN; NaN, 0 → NaN; INF, 1 → INF"
_COMPARED = "NaN, NaN → 0; 0, -0 → "
_LIT = "(1, max(a.x, 0), a.x > 0 ? pow(max(a.y, 0), a.w) : 0, 1)"
_EXP = "(exp2(floor(a.x)), a.x - floor(a.x), exp2(a.x), 1)"
_LOG = "(floor(log2(abs(a.x))), abs(a.x) / exp2(floor(log2(abs(a.x)))), log2(abs(a.x)), 1)"

#: Names → text, formula, special values.
_NUMBERS: tuple[tuple[str, str, str, str], ...] = (
    ("mov", "copies; of SWZ each component may be another, its negative, 0 or 1", "a", "NaN → NaN; -0 → -0"),
    ("ffalse ifalse ufalse", "sets every component to false", "0", ""),
    ("ftrue", "sets every component to true", "1", ""),
    ("itrue utrue", "sets every component to true, all bits", "~0", ""),
    ("fadd fadd_positive", "adds", "a + b", "INF, -INF → NaN; -0, 0 → 0"),
    ("iadd uadd", "adds, modulo 2^32", "a + b", ""),
    ("fsub fsub_positive", "subtracts", "a - b", "INF, INF → NaN; 0, 0 → 0"),
    ("isub usub", "subtracts, modulo 2^32", "a - b", ""),
    ("fmul_zero", "multiplies; 0 times anything is 0", "a * b", _ZERO_RULE),
    ("fmul", "multiplies", "a * b", _NAN_RULE),
    ("imul umul", "multiplies: the low 32 bits; with HI the high ones, with S24 and U24 of 24 bits", "a * b", ""),
    ("fmad_zero", "multiplies, then adds; 0 times anything is 0", "a * b + c", "0, INF, 2 → 2; INF, 1, -INF → NaN"),
    ("fmad", "multiplies, then adds", "a * b + c", "0, INF, 2 → NaN; INF, 1, -INF → NaN"),
    ("imad umad", "multiplies, then adds, modulo 2^32", "a * b + c", ""),
    ("isad usad", "adds the distance of a and b to c", "abs(a - b) + c", ""),
    ("fdiv", "divides by a scalar", "a / b.x", "1, 0 → INF; 1, -0 → -INF; 0, 0 → NaN; 1, INF → 0"),
    ("idiv udiv", "divides by a scalar, toward zero; by 0 undefined", "trunc(a / b.x)", ""),
    ("imod umod", "the remainder of a division by a scalar; by 0 undefined, as of a signed negative", "a - b.x * trunc(a / b.x)", ""),
    ("flrp", "blends c into b by the weight a", "a * b + (1 - a) * c", "0.5, INF, INF → INF; 0, INF, 2 → NaN"),
    ("fdot2", "dot product of two components", "a.x * b.x + a.y * b.y", _NAN_RULE),
    ("fdot2_add", "dot product of two components, and a scalar added", "a.x * b.x + a.y * b.y + c.x", ""),
    ("fdot3", "dot product of three components", _DOT3, _NAN_RULE),
    ("fdot3_zero", "dot product of three components; 0 times anything is 0", _DOT3, _ZERO_RULE),
    ("fdot4", "dot product of four components", f"{_DOT3} + a.w * b.w", _NAN_RULE),
    ("fdot4_zero", "dot product of four components; 0 times anything is 0", f"{_DOT3} + a.w * b.w", _ZERO_RULE),
    ("fdot_homogeneous", "dot product of a point, whose w counts as 1, and a plane", f"{_DOT3} + b.w", ""),
    ("fdot_homogeneous_zero", "dot product of a point, whose w counts as 1, and a plane; 0 times anything is 0",
     f"{_DOT3} + b.w", ""),
    ("fabs iabs uabs", "the magnitude", "abs(a)", ""),
    ("fsign", "the sign: -1, 0 or 1", "a > 0 ? 1 : a < 0 ? -1 : 0", "-0 → 0; -INF → -1; NaN → NaN"),
    ("fmin", "the lesser; a where the two do not compare", "a > b ? b : a", "1, NaN → 1; NaN, 1 → NaN"),
    ("fmin_nan fmin_positive", "the lesser; NaN where one is, -0 below 0", "a > b ? b : a", "1, NaN → NaN; NaN, 1 → NaN; 0, -0 → -0"),
    ("fmax", "the greater; b where the two do not compare", "a > b ? a : b", "1, NaN → NaN; NaN, 1 → 1"),
    ("fmax_nan fmax_positive", "the greater; NaN where one is, -0 below 0", "a > b ? a : b", "1, NaN → NaN; NaN, 1 → NaN; -0, 0 → 0"),
    ("imin umin", "the lesser", "min(a, b)", ""),
    ("imax umax", "the greater", "max(a, b)", ""),
    ("fcmp icmp ucmp", "b where a is below 0, else c", "a < 0 ? b : c", ""),
    ("feq", "1 where equal, else 0", "a == b ? 1 : 0", f"{_COMPARED}1"),
    ("fne", "1 where not equal, else 0", "a == b ? 0 : 1", "NaN, NaN → 1; 0, -0 → 0"),
    ("fge", "1 where not less, else 0", "a >= b ? 1 : 0", f"{_COMPARED}1"),
    ("fgt", "1 where greater, else 0", "a > b ? 1 : 0", f"{_COMPARED}0"),
    ("fle", "1 where not greater, else 0", "a <= b ? 1 : 0", f"{_COMPARED}1"),
    ("flt", "1 where less, else 0", "a < b ? 1 : 0", f"{_COMPARED}0"),
    ("feq_nan", "1 where equal, else 0; NaN where one is", "a == b ? 1 : 0", "NaN, 1 → NaN; 0, -0 → 1"),
    ("fne_nan", "1 where not equal, else 0; NaN where one is", "a == b ? 0 : 1", "NaN, 1 → NaN; 0, -0 → 0"),
    ("fge_nan", "1 where not less, else 0; NaN where one is", "a >= b ? 1 : 0", "NaN, 1 → NaN; -0, 0 → 1"),
    ("fgt_nan", "1 where greater, else 0; NaN where one is", "a > b ? 1 : 0", "NaN, 1 → NaN; 0, -0 → 0"),
    ("fle_nan", "1 where not greater, else 0; NaN where one is", "a <= b ? 1 : 0", "NaN, 1 → NaN; 0, -0 → 1"),
    ("flt_nan", "1 where less, else 0; NaN where one is", "a < b ? 1 : 0", "NaN, 1 → NaN; -0, 0 → 0"),
    ("fge_total", "1 where not less, else 0, in the order -NaN, -INF … -0, +0 … INF, NaN", "a >= b ? 1 : 0",
     "NaN, INF → 1; INF, NaN → 0; -0, 0 → 0"),
    ("flt_total", "1 where less, else 0, in the order -NaN, -INF … -0, +0 … INF, NaN", "a < b ? 1 : 0",
     "NaN, INF → 0; INF, NaN → 1; -0, 0 → 1"),
    ("ieq ueq", "all bits where equal, else 0", "a == b ? ~0 : 0", ""),
    ("ine une", "all bits where not equal, else 0", "a == b ? 0 : ~0", ""),
    ("ige uge", "all bits where not less, else 0", "a >= b ? ~0 : 0", ""),
    ("igt ugt", "all bits where greater, else 0", "a > b ? ~0 : 0", ""),
    ("ile ule", "all bits where not greater, else 0", "a <= b ? ~0 : 0", ""),
    ("ilt ult", "all bits where less, else 0", "a < b ? ~0 : 0", ""),
    ("ffloor", "the largest whole number not above", "floor(a)", "-0.5 → -1; -0 → -0; INF → INF; NaN → NaN"),
    ("fceil", "the smallest whole number not below", "ceil(a)", "-0.5 → -0; INF → INF; NaN → NaN"),
    ("fround", "the nearest whole number, of two the even one", "roundEven(a)", "0.5 → 0; 1.5 → 2; INF → INF"),
    ("ftrunc", "the whole part", "trunc(a)", "-1.5 → -1; INF → INF; NaN → NaN"),
    ("ifloor ufloor", "the largest integer not above, within the type's range", "floor(a)", "NaN → 0"),
    ("iceil uceil", "the smallest integer not below, within the type's range", "ceil(a)", "NaN → 0"),
    ("iround uround", "the nearest integer, of two the even one, within the type's range", "roundEven(a)", "NaN → 0"),
    ("itrunc utrunc", "the whole part, within the type's range", "trunc(a)", "NaN → 0"),
    ("address_floor", "loads an address: the largest integer not above, within [-512, 511]",
     "clamp(floor(a), -512, 511)", "NaN → 0; INF → 511; -1.5 → -2"),
    ("address_round", "loads an address: the nearest integer, of two the even one, within [-512, 511]",
     "clamp(roundEven(a), -512, 511)", "NaN → 0; INF → 511; 0.5 → 0"),
    ("address_add", "adds components of an address, within [-512, 511]",
     "(clamp(a.x + a.z, -512, 511), clamp(a.y + a.w, -512, 511), clamp(a.x + a.z, -512, 511), clamp(a.y + a.w, -512, 511))", ""),
    ("iaddress_add", "adds components of an address", "(a.x + a.z, a.y + a.w, a.x + a.z, a.y + a.w)", ""),
    ("ffract", "the part behind the point, which is not negative", "a - floor(a)", "-0.25 → 0.75; INF → NaN; NaN → NaN"),
    ("i2f u2f", "an integer as a float, rounded to nearest", "a", ""),
    ("frcp frcp_positive", "the reciprocal", "1 / a.x", "0 → INF; -0 → -INF; INF → 0; -INF → -0; NaN → NaN"),
    ("frcp_clamped frcp_clamped_positive", "the reciprocal, its magnitude within [2^-64, 2^64]",
     "sign(1 / a.x) * clamp(abs(1 / a.x), exp2(-64), exp2(64))", "0 → 2^64; -0 → -2^64; INF → 2^-64; -INF → -2^-64"),
    ("frsq", "the reciprocal of the root", "1 / sqrt(a.x)", "0 → INF; -0 → -INF; INF → 0; -1 → NaN"),
    ("frsq_unsigned", "the reciprocal of the root", "1 / sqrt(a.x)", "0 → INF; -0 → INF; INF → 0; -1 → NaN"),
    ("frsq_absolute frsq_absolute_positive", "the reciprocal of the root of the magnitude", "1 / sqrt(abs(a.x))",
     "0 → INF; -0 → INF; INF → 0; -4 → 0.5; -INF → 0"),
    ("fexp2", "2 to the power", "exp2(a.x)", "0 → 1; -INF → 0; INF → INF; NaN → NaN"),
    ("flog2", "the logarithm to the base 2", "log2(a.x)", "0 → -INF; 1 → 0; INF → INF; -1 → NaN"),
    ("fpow", "a to the power b, by way of the logarithm", "exp2(b.x * log2(a.x))",
     "0, 1 → 0; 0, 0 → NaN; INF, 0 → NaN; -1, 2 → NaN; 2, -INF → 0"),
    ("fsin", "the sine of an angle in radians", "sin(a.x)", "0 → 0; INF → NaN; NaN → NaN"),
    ("fcos", "the cosine of an angle in radians", "cos(a.x)", "0 → 1; INF → NaN; NaN → NaN"),
    ("fsine_cosine", "cosine and sine of an angle in radians; z and w are undefined, here 0", "(cos(a.x), sin(a.x), 0, 0)", ""),
    ("fdistance", "what attenuation takes, of a = (-, d·d, d·d, -) and b = (-, 1/d, -, 1/d)", "(1, a.y * b.y, a.z, b.w)", ""),
    ("fdistance_zero", "what attenuation takes, of a = (-, d·d, d·d, -) and b = (-, 1/d, -, 1/d); 0 times anything is 0",
     "(1, a.y * b.y, a.z, b.w)", ""),
    ("flight", "light: 1, diffuse, specular, 1; the exponent w is clamped to (-128, 128)", _LIT, ""),
    ("flight_nan flight_positive", "light: 1, diffuse, specular, 1; the exponent w is clamped to within 1/256 of ±128", _LIT, ""),
    ("flight_unclamped", "light: 1, diffuse, specular as POW has it, 1", _LIT, ""),
    ("fexponential fexponential_positive", "2 to the power in parts: of the whole part, the rest, both, 1", _EXP, ""),
    ("flogarithm flogarithm_positive", "the logarithm of the magnitude in parts: exponent, mantissa, both, 1", _LOG, ""),
    ("fcross", "cross product; w is undefined, here 0",
     "(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x, 0)", ""),
    ("fnormalize", "a vector of three components with length 1; w is undefined, here 0",
     f"(a.x / {_LENGTH3}, a.y / {_LENGTH3}, a.z / {_LENGTH3}, 0)", ""),
    ("freflect", "reflects the direction b about the axis a, which need not have length 1; w is not written",
     f"({', '.join(_REFLECTED.replace('* a - b', f'* a.{one} - b.{one}') for one in 'xyz')}, 0)", ""),
    ("ftransform", "transforms a pair by the 2×2 matrix c and adds another",
     "(a.x + b.x * c.x + b.y * c.y, a.y + b.x * c.z + b.y * c.w, a.x + b.x * c.x + b.y * c.y, a.y + b.x * c.z + b.y * c.w)", ""),
    ("not", "inverts every bit", "~a", ""),
    ("and", "bits that both have", "a & b", ""),
    ("or", "bits that one has", "a | b", ""),
    ("xor", "bits that one alone has", "a ^ b", ""),
    ("ishl ushl", "shifts left by a scalar from 0 to 31; others are undefined, here 0", "a << b.x", ""),
    ("ishr ushr", "shifts right by a scalar from 0 to 31, of a negative number ones come in; others are undefined",
     "a >> b.x", ""),
    ("iextract uextract", "a.x bits of b from bit a.y on; of signed ones the highest is the sign",
     "a.x > 0 ? b >> a.y & (1 << a.x) - 1 : 0", ""),
    ("insert", "a.x bits of b in place of those of c from bit a.y on",
     "c & ~((1 << a.x) - 1 << a.y) | (b & (1 << a.x) - 1) << a.y", ""),
)  # fmt: skip
_WORDS: tuple[tuple[str, str], ...] = (
    ("reverse", "the bits in the other order"),
    ("count", "how many bits are 1"),
    ("lowest", "the number of the lowest bit that is 1; all bits where there is none"),
    ("uhighest", "the number of the highest bit that is 1; all bits where there is none"),
    ("ihighest", "the number of the highest bit that is 1, of a negative number that is 0; -1 where there is none"),
    ("convert", "converts from the second storage modifier's type to the first's, rounding as a modifier says"),
    ("pack_half2", "puts x and y into one word as halves, x in the low 16 bits"),
    ("pack_ushort2", "puts x and y, clamped to [0, 1], into one word as 16 bits each, x in the low ones"),
    ("pack_byte4", "puts four components, clamped to [-128/127, 1], into one word as 127·a + 128 in 8 bits each"),
    ("pack_ubyte4", "puts four components, clamped to [0, 1], into one word as 255·a in 8 bits each"),
    ("unpack_half2", "takes two halves from one word: (low, high, low, high)"),
    ("unpack_ushort2", "takes two numbers from 0 to 1 from one word of 16 bits each: (low, high, low, high)"),
    ("unpack_byte4", "takes four numbers from one word of bytes: (byte - 128) / 127"),
    ("unpack_ubyte4", "takes four numbers from 0 to 1 from one word of bytes: byte / 255"),
    ("pack64", "makes numbers of 64 bits of pairs of words: (xy, zw), the low word first"),
    ("unpack64", "takes pairs of words from numbers of 64 bits: (low x, high x, low y, high y)"),
    ("fddx", "how much it grows to the next pixel to the right, within the quad"),
    ("fddy", "how much it grows to the next pixel upwards, within the quad"),
    ("quad_0 quad_1 quad_2 quad_3", "the value of fragment 0, 1, 2 or 3 of the quad, plus b where there is one"),
    ("quad_x", "the value of the fragment beside in x, plus b where there is one"),
    ("quad_y", "the value of the fragment beside in y, plus b where there is one"),
    ("all", "true where it is not 0 in every active thread of the group"),
    ("any", "true where it is not 0 in some active thread of the group"),
    ("alike", "true where all active threads of the group, or none, have something else than 0"),
    ("ballot", "a bit for each active thread of the group, 1 where it is not 0"),
    ("centroid", "the attribute at the centroid of the fragment's covered samples"),
    ("at_sample", "the attribute at the sample b.x"),
    ("at_offset", "the attribute b.xy pixels off the pixel's centre"),
    ("sample", "samples a texture at the coordinates a, at the level of detail of their derivatives"),
    ("sample_bias", "samples a texture at a.xyz, a.w added to the level of detail"),
    ("sample_level", "samples a texture at a.xyz at the level of detail a.w"),
    ("sample_projected", "samples a texture at a.xyz / a.w"),
    ("sample_gradients", "samples a texture at a at the level of detail of the derivatives b in x and c in y"),
    ("fetch", "the texel at the integer coordinates a.xyz of the level a.w, without a filter"),
    ("fetch_sample", "the sample a.w of the texel at the integer coordinates a.xy"),
    ("texture_size", "width, height and depth of the level a.x of a texture"),
    ("texture_level", "the levels of detail that sampling at a would take, with and without clamp to those there are"),
    ("gather", "one component of the four texels that a linear filter would blend"),
    ("gather_offsets", "one component of four texels, each at offsets of its own: b in x, c in y"),
    ("load", "loads what a storage modifier says from memory"),
    ("store", "stores what a storage modifier says into memory"),
    ("atomic", "changes a word of memory at once, as its modifier says, and gives what was there before"),
    ("image_load", "loads a texel of an image"),
    ("image_store", "stores a texel of an image"),
    ("image_atomic", "changes a texel of an image at once, as its modifier says, and gives what was there before"),
    ("image_size", "width, height and depth of an image"),
    ("branch", "goes to a label where the condition holds"),
    ("call", "goes on behind a label where the condition holds; RET comes back"),
    ("call_chosen", "calls the subroutine that the application chose for a subroutine variable"),
    ("return", "goes back behind the call, or ends the program, where the condition holds"),
    ("if", "begins what runs where the condition holds"),
    ("else", "begins what runs where the condition of IF does not hold"),
    ("endif", "ends what IF began"),
    ("repeat", "begins a loop that runs as often as the operand says, or until BRK without one"),
    ("endrepeat", "ends what REP began"),
    ("loop", "begins a loop that runs a.x times, its index from a.y on by steps of a.z"),
    ("endloop", "ends what LOOP began"),
    ("break", "leaves the innermost loop where the condition holds"),
    ("continue", "goes on with the next turn of the innermost loop where the condition holds"),
    ("push_address", "saves an address register on a stack"),
    ("pop_address", "takes an address register back from the stack"),
    ("emit", "emits a vertex of what the results hold"),
    ("emit_stream", "emits a vertex of what the results hold to the stream a.x"),
    ("end_primitive", "ends the primitive that the emitted vertices make"),
    ("kill", "discards the fragment where a component is below 0, or where the condition holds"),
    ("barrier", "waits until all threads of the work group, or of the patch, are here"),
    ("memory_barrier", "orders what the thread did to memory before what it does behind"),
)  # fmt: skip


def _special(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split("; ")))


#: Operation → what it does: every one that an instruction of a language means.
DESCRIPTIONS: dict[str, Description] = {
    **{
        name: Description(text, formula, _special(special))
        for names, text, formula, special in _NUMBERS
        for name in names.split()
    },
    **{name: Description(text) for names, text in _WORDS for name in names.split()},
}

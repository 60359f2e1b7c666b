"""Identifiers GLSL accepts: never a keyword, a built-in or reserved, and no two the same."""

from __future__ import annotations

import re

#: Keywords and reserved words, GLSL 4.60 3.6.
_KEYWORDS = frozenset(
    """
    const uniform buffer shared attribute varying coherent volatile restrict readonly writeonly
    atomic_uint layout centroid flat smooth noperspective patch sample invariant precise break continue
    do for while switch case default if else subroutine in out inout int void bool true false float
    double discard return vec2 vec3 vec4 ivec2 ivec3 ivec4 bvec2 bvec3 bvec4 uint uvec2 uvec3 uvec4
    dvec2 dvec3 dvec4 mat2 mat3 mat4 mat2x2 mat2x3 mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4
    dmat2 dmat3 dmat4 dmat2x2 dmat2x3 dmat2x4 dmat3x2 dmat3x3 dmat3x4 dmat4x2 dmat4x3 dmat4x4 lowp
    mediump highp precision struct common partition active asm class union enum typedef template this
    resource goto inline noinline public static extern external interface long short half fixed unsigned
    superp input output hvec2 hvec3 hvec4 fvec2 fvec3 fvec4 filter sizeof cast namespace using packed
    row_major column_major
    """.split()
)

#: Samplers and images: every type word GLSL forms this way.
_OPAQUE = re.compile(r"[iu]?(sampler|image|texture|subpassInput|itexture)\w*\Z")

#: Built-in functions, GLSL 4.60 chapter 8, and main.
_BUILT_IN = frozenset(
    """
    main radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh pow exp log exp2
    log2 sqrt inversesqrt abs sign floor trunc round roundEven ceil fract mod modf min max clamp mix step
    smoothstep isnan isinf floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat fma frexp ldexp
    packUnorm2x16 packSnorm2x16 packUnorm4x8 packSnorm4x8 unpackUnorm2x16 unpackSnorm2x16
    unpackUnorm4x8 unpackSnorm4x8 packHalf2x16 unpackHalf2x16 packDouble2x32 unpackDouble2x32 length
    distance dot cross normalize ftransform faceforward reflect refract matrixCompMult outerProduct
    transpose determinant inverse lessThan lessThanEqual greaterThan greaterThanEqual equal notEqual any
    all not uaddCarry usubBorrow umulExtended imulExtended bitfieldExtract bitfieldInsert
    bitfieldReverse bitCount findLSB findMSB texelFetch texelFetchOffset shadow1D shadow2D dFdx dFdy
    dFdxFine dFdyFine dFdxCoarse dFdyCoarse fwidth fwidthFine fwidthCoarse interpolateAtCentroid
    interpolateAtSample interpolateAtOffset noise1 noise2 noise3 noise4 EmitStreamVertex
    EndStreamPrimitive EmitVertex EndPrimitive barrier memoryBarrier memoryBarrierAtomicCounter
    memoryBarrierBuffer memoryBarrierShared memoryBarrierImage groupMemoryBarrier atomicAdd atomicMin
    atomicMax atomicAnd atomicOr atomicXor atomicExchange atomicCompSwap atomicCounter
    atomicCounterIncrement atomicCounterDecrement anyInvocation allInvocations allInvocationsEqual
    defined
    """.split()
)

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
#: GLSL promises 1024 characters (GLSL 4.60 3.7); this leaves room for a number.
_LONGEST = 200


def is_reserved(name: str) -> bool:
    """True if GLSL keeps ``name`` for itself (GLSL 4.60 3.6, 3.7 and chapter 8)."""
    return (
        name in _KEYWORDS
        or name in _BUILT_IN
        or name.startswith(("gl_", "GL_"))
        or "__" in name
        or _OPAQUE.match(name) is not None
    )


def spelled(name: str) -> str:
    """A name with members and elements as one word: ``vertex.texcoord[1]`` is ``vertex_texcoord_1``."""
    return name.replace("[", "_").replace("]", "").replace(".", "_")


def short_input(name: str) -> str:
    """``vertex_texcoord_0`` as ``texcoord0``, ``vertex_color`` as ``color``; but not a vertex' number."""
    match = re.fullmatch(r"vertex_(?!id\b|instance\b)([a-z]+)(?:_([0-9]+))?", name)
    return f"{match[1]}{match[2] or ''}" if match else name


def matrix_name(binding: str) -> str:
    """``state_matrix_mvp`` for the matrix whose first row is ``state.matrix.mvp.row[0]``."""
    return spelled(binding.removesuffix(".row[0]"))


def safe(name: str) -> str:
    """A program's name in the letters GLSL has; ``Names`` does the rest."""
    text = "".join(
        letter if letter.isascii() and (letter.isalnum() or letter == "_") else "_" for letter in name
    )
    if text.startswith(("gl_", "GL_")) or is_reserved(text) or not text or text[0].isdigit():
        text = f"v_{text}"
    return text.rstrip("_") or "v"


class Names:
    """Hands out identifiers, each once, in the order they are asked for."""

    def __init__(self, taken: frozenset[str] = frozenset()) -> None:
        self._taken = set(taken)
        self._last: dict[str, int] = {}  # the number each stem was last given

    def is_free(self, name: str) -> bool:
        """True for a name that nothing has, nor GLSL for itself."""
        return name not in self._taken and not is_reserved(name)

    def take(self, wanted: str) -> str:
        """``wanted`` if GLSL and earlier names allow, else the nearest free name, numbered from 2.

        What identifiers of GLSL do not have, such as ``$``, becomes ``_``.
        """
        stem = re.sub(r"(?a:\W|_)+", "_", wanted)[:_LONGEST]
        if stem.startswith(("gl_", "GL_")) or _OPAQUE.match(stem):
            stem = f"label_{stem}"
        elif stem == "_" or not re.match(r"[A-Za-z_]", stem):
            stem = f"label{stem.rstrip('_')}"
        name, bare = stem, stem.rstrip("_")
        while is_reserved(name) or name in self._taken:
            self._last[bare] = self._last.get(bare, 1) + 1
            name = f"{bare}_{self._last[bare]}"
        self._taken.add(name)
        return name

    def take_next(self, wanted: str) -> str:
        """The same of one of several things of a name: ``a``, ``a2``, ``a3``; ``R0``, ``R0b``, ``R0c``."""
        name, number = wanted, 1
        while name in self._taken and number < len(_LETTERS):
            number += 1
            name = f"{wanted}{_LETTERS[number - 1] if wanted[-1].isdigit() else number}"
        return self.take(name)

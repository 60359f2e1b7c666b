"""Texture instructions → the texture functions of GLSL (NV_gpu_program4 2.X.4.4, Tables X.17 and X.18)."""

from __future__ import annotations

from typing import NamedTuple

from nvrender.glsl.expressions import PRODUCT, Expression, call, vector_type
from nvrender.glsl.typed_site import Builder, TypedSite
from nvrender.isa.textures import TARGETS, TextureTarget
from nvrender.program import COMPONENTS, TextureAccess

X, XYZW = (0,), (0, 1, 2, 3)
ONE = Expression("1.0")

#: Target → the sampler's type without the letter of integers.
SAMPLERS = {
    "1D": "sampler1D",
    "2D": "sampler2D",
    "3D": "sampler3D",
    "CUBE": "samplerCube",
    "RECT": "sampler2DRect",
    "ARRAY1D": "sampler1DArray",
    "ARRAY2D": "sampler2DArray",
    "SHADOW1D": "sampler1DShadow",
    "SHADOW2D": "sampler2DShadow",
    "SHADOWRECT": "sampler2DRectShadow",
    "SHADOWCUBE": "samplerCubeShadow",
    "SHADOWARRAY1D": "sampler1DArrayShadow",
    "SHADOWARRAY2D": "sampler2DArrayShadow",
    "BUFFER": "samplerBuffer",
}
#: Target → the operand's components that GLSL's function takes as one vector.
_TAKEN = {
    "1D": "x",
    "2D": "xy",
    "3D": "xyz",
    "CUBE": "xyz",
    "RECT": "xy",
    "ARRAY1D": "xy",
    "ARRAY2D": "xyz",
    "SHADOW1D": "xyz",
    "SHADOW2D": "xyz",
    "SHADOWRECT": "xyz",
    "SHADOWCUBE": "xyzw",
    "SHADOWARRAY1D": "xyz",
    "SHADOWARRAY2D": "xyzw",
    "BUFFER": "x",
}
#: Targets of one level, for which GLSL has neither bias nor level.
_SINGLE = frozenset({"RECT", "SHADOWRECT", "BUFFER"})
#: Targets GLSL has no function with a level or bias for; outside fragments ``texture`` takes level 0.
_NO_LEVEL = _SINGLE | {"SHADOWCUBE", "SHADOWARRAY2D"}
#: Targets GLSL has a projecting function for.
_PROJECTED = frozenset({"1D", "2D", "3D", "RECT", "SHADOW1D", "SHADOW2D", "SHADOWRECT"})
#: Components of textureSize.
_SIZES = {"1D": 1, "BUFFER": 1, "SHADOW1D": 1, "3D": 3, "ARRAY2D": 3, "SHADOWARRAY2D": 3}


class Sampler(NamedTuple):
    """The sampler of a texture image unit: target, and the kind of what it gives."""

    unit: int
    target: str
    kind: str

    @property
    def name(self) -> str:
        return f"texture{self.unit}"

    @property
    def type(self) -> str:
        return f"{self.kind}{SAMPLERS[self.target]}"

    def fetch(self) -> str:
        """A function that fetches a texel, zeros outside the image (docs/semantics.md)."""
        width = len(_TAKEN[self.target])
        place, words = vector_type(width, "i"), vector_type(width, "u")
        level = "" if self.target in _SINGLE else ", level"
        parameter = "" if self.target in _SINGLE else ", int level"
        inside = f"lessThan({words}(place), {words}(textureSize({self.name}{level})))"
        inside = f"all({inside})" if width > 1 else f"uint(place) < uint(textureSize({self.name}{level}))"
        kind = f"{self.kind}vec4"
        return (
            f"// NV_gpu_program4 2.X.8, TXF: zeros outside the image\n"
            f"{kind} fetch_{self.name}({place} place{parameter}) {{\n"
            f"    bool inside = {inside};\n"
            f"    return inside ? texelFetch({self.name}, place{level}) : {kind}(0);\n}}"
        )


def lookup(site: TypedSite) -> Expression:
    """The four components of a texture instruction's result, those the destination takes."""
    access = site.texture
    target = TARGETS[access.target]
    match site.name:
        case "TXF":
            value = _fetched(site, access, target)
        case "TXQ":
            value = _size(site, access)
        case _:
            value = _sampled(site, access, target)
    if target.reference and site.name != "TXQ":
        return _compared(site, value)
    return _chosen(site, value)


def _compared(site: TypedSite, value: Expression) -> Expression:
    """A comparison's result as a luminance: (d, d, d, 1) (NV_gpu_program4 3.8.14)."""
    if 3 not in site.components:
        return value
    if site.components == (3,):
        return ONE
    return _chosen(site, Expression(f"vec4(vec3({value.text}), 1.0)", width=4))


def _chosen(site: TypedSite, value: Expression) -> Expression:
    """The site's components of a vector of four."""
    if site.components == XYZW:
        return value
    letters = "".join(COMPONENTS[component] for component in site.components)
    return Expression(f"{value.text}.{letters}", width=len(site.components))


def _places(letters: str) -> tuple[int, ...]:
    return tuple(COMPONENTS.index(letter) for letter in letters)


def _offset(access: TextureAccess, target: TextureTarget) -> str:
    """The texel offset as GLSL takes it, "" for none."""
    if not any(access.offset):
        return ""
    numbers = ", ".join(map(str, access.offset[: target.offsets]))
    return f"{vector_type(target.offsets, 'i')}({numbers})" if target.offsets > 1 else numbers


def _sampled(site: TypedSite, access: TextureAccess, target: TextureTarget) -> Expression:
    """TEX, TXB, TXD, TXL, TXP."""
    name, sampler, offset = site.name, f"texture{access.unit}", _offset(access, target)
    width = 1 if target.reference else 4
    places = _places(_TAKEN[access.target])
    projects = name == "TXP" and access.target in _PROJECTED
    coordinates = site.operand(0, XYZW if projects else places, full=True)
    if name == "TXP" and not projects:
        # GLSL projects neither directions nor layers; the derivatives are those of the quotients.
        divisor = site.operand(0, (3,))
        text = f"{coordinates.at(PRODUCT)} / {divisor.at(PRODUCT + 1)}"
        coordinates = Expression(text, PRODUCT, coordinates.width)
    function = "textureProj" if projects else "texture"
    arguments = [Expression(sampler), coordinates]
    level = Expression("0.0") if name in ("TEX", "TXP") else site.operand(0, (3,))
    if name == "TXD":
        function += "Grad"
        around = _places(target.coordinates)
        along = _places("xyz"[: len(around)])
        arguments += [site.operand(number, along, full=True) for number in (1, 2)]
    elif (name == "TXL" or not site.differentiates) and access.target not in _NO_LEVEL:
        function += "Lod"
        arguments.append(level)
    elif offset and access.target == "SHADOWARRAY2D" and site.differentiates:
        # textureOffset of these came with GLSL 4.30.
        function += "Grad"
        flat = site.operand(0, (0, 1), full=True)
        arguments += [call("dFdx", flat), call("dFdy", flat)]
    elif offset and access.target == "SHADOWARRAY2D":
        function += "Grad"
        arguments += [Expression("vec2(0.0)"), Expression("vec2(0.0)")]
    if offset:
        function += "Offset"
        arguments.append(Expression(offset))
    if name == "TXB" and site.differentiates and access.target not in _NO_LEVEL:
        arguments.append(level)
    return call(function, *arguments, width=width)


def _fetched(site: TypedSite, access: TextureAccess, target: TextureTarget) -> Expression:
    """TXF; exact numerics look whether the texel is there."""
    letters = _TAKEN[access.target]
    place = site.operand(0, _places(letters), full=True)
    offset = _offset(access, target)
    levels = [] if access.target in _SINGLE else [site.operand(0, (3,))]
    if site.exact:
        if offset:
            padded = ", ".join(map(str, access.offset[: len(letters)]))
            kind = vector_type(len(letters), "i")
            added = offset if len(letters) == 1 else f"{kind}({padded})"
            place = Expression(f"{place.text} + {added}", width=place.width)
        return call(site.fetch(), place, *levels, width=4)
    function = "texelFetchOffset" if offset else "texelFetch"
    offsets = [Expression(offset)] if offset else []
    return call(function, Expression(f"texture{access.unit}"), place, *levels, *offsets, width=4)


def _size(site: TypedSite, access: TextureAccess) -> Expression:
    """TXQ: width, height, depth or layers of a level, 0 where there is no such number."""
    levels = [] if access.target in _SINGLE else [site.operand(0, X)]
    size = call("textureSize", Expression(f"texture{access.unit}"), *levels)
    zeros = ", 0" * (4 - _SIZES.get(access.target, 2))
    return Expression(f"ivec4({size.text}{zeros})", width=4)


#: The texture instructions of every stage.
LOOKUPS: dict[str, Builder] = dict.fromkeys(("TEX", "TXB", "TXD", "TXF", "TXL", "TXP", "TXQ"), lookup)

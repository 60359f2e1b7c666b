"""Internal formats: what texel arrays are stored as (OpenGL 1.5, tables 3.15 to 3.18)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from nvrender.api import enums
from nvrender.api.formats.depth_stencil import STENCIL_BITS, components_of, words_of
from nvrender.api.formats.packing import FROM_WORDS, TO_WORDS, as_signed, fractions, signed_fractions
from nvrender.api.formats.pixels import PixelFormat
from nvrender.gl.textures.formats import BASE_FORMATS, Image

#: Base format → the components of RGBA, or D, that an image of it has (table 3.15).
STORED = {
    "ALPHA": "A", "LUMINANCE": "R", "LUMINANCE_ALPHA": "RA", "INTENSITY": "R", "RGB": "RGB", "RGBA": "RGBA",
    "DEPTH": "D",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class InternalFormat:
    """A base format, and what nvrender stores it as: ``kind`` and ``srgb`` are those of a Texture.

    Of RED and RG textures, which are drawn as RGB with 0 in the others (ARB_texture_rg 3.8), ``kept`` are the
    components there are. With an ``encoding`` the floats are those that SNORM8, SNORM16, R11F_G11F_B10F or
    RGB9_E5 has. Texels with a ``stencil`` value are words of UNSIGNED_INT_24_8.
    """

    base_format: str
    dtype: np.dtype[Any]
    kind: str = "float"
    srgb: bool = False
    kept: str = ""
    encoding: str = ""
    stencil: bool = False

    @property
    def integer(self) -> bool:
        return self.kind != "float"


def _fixed(name: str) -> InternalFormat:
    """Of a sized name such as RGB10_A2: 16 bits where a component has more than 8."""
    bits = max(
        map(int, re.findall(r"\d+", name.replace("A2", "") if name == "RGB10_A2" else name)), default=8
    )
    letters = re.sub(r"\d", "", name)
    base = {"R_G_B": "RGB", "RGB_A": "RGBA"}.get(letters, letters)
    return InternalFormat(base, np.dtype(np.uint16 if bits > 8 else np.uint8))


_FIXED = """
    ALPHA ALPHA4 ALPHA8 ALPHA12 ALPHA16 LUMINANCE LUMINANCE4 LUMINANCE8 LUMINANCE12 LUMINANCE16
    LUMINANCE_ALPHA LUMINANCE4_ALPHA4 LUMINANCE6_ALPHA2 LUMINANCE8_ALPHA8 LUMINANCE12_ALPHA4
    LUMINANCE12_ALPHA12 LUMINANCE16_ALPHA16 INTENSITY INTENSITY4 INTENSITY8 INTENSITY12 INTENSITY16
    R3_G3_B2 RGB RGB4 RGB5 RGB8 RGB10 RGB12 RGB16 RGBA RGBA2 RGBA4 RGB5_A1 RGBA8 RGB10_A2 RGBA12 RGBA16
""".split()
_SINGLE = np.dtype(np.float32)
#: Base format → the names of EXT_texture_snorm with bits, the format it is stored as, and what is ``kept``.
_SNORM = {
    "RED": ("R{}", "RGB", "R"), "RG": ("RG{}", "RGB", "RG"), "RGB": ("RGB{}", "RGB", ""),
    "RGBA": ("RGBA{}", "RGBA", ""), "ALPHA": ("ALPHA{}", "ALPHA", ""),
    "LUMINANCE": ("LUMINANCE{}", "LUMINANCE", ""),
    "LUMINANCE_ALPHA": ("LUMINANCE{0}_ALPHA{0}", "LUMINANCE_ALPHA", ""),
    "INTENSITY": ("INTENSITY{}", "INTENSITY", ""),
}  # fmt: skip
_UNSIZED = ("ALPHA", "LUMINANCE", "LUMINANCE_ALPHA", "INTENSITY", "RGB", "RGBA")
_BYTE = np.dtype(np.uint8)


def _few(letters: str) -> dict[int, InternalFormat]:
    """The formats of ARB_texture_rg with these components."""
    rows = {"RED" if letters == "R" else letters: InternalFormat("RGB", _BYTE, kept=letters)}
    for bits in (8, 16, 32):
        if bits < 32:
            rows[f"{letters}{bits}"] = InternalFormat("RGB", np.dtype(f"u{bits // 8}"), kept=letters)
        if bits > 8:
            rows[f"{letters}{bits}F"] = InternalFormat("RGB", np.dtype(f"f{bits // 8}"), kept=letters)
        for suffix, kind in (("UI", "unsigned"), ("I", "signed")):
            dtype = np.dtype(f"{suffix.lower()[0]}{bits // 8}")
            rows[f"{letters}{bits}{suffix}"] = InternalFormat("RGB", dtype, kind, kept=letters)
    return {getattr(enums, name): row for name, row in rows.items()}


def _signed() -> dict[int, InternalFormat]:
    """The formats of EXT_texture_snorm; of those without a size there are 8 bits."""
    found = {}
    for name, (sized, base, kept) in _SNORM.items():
        for bits in (8, 16):
            row = InternalFormat(base, _SINGLE, kept=kept, encoding=f"SNORM{bits}")
            found[getattr(enums, f"{sized.format(bits)}_SNORM")] = row
        found[getattr(enums, f"{name}_SNORM")] = InternalFormat(base, _SINGLE, kept=kept, encoding="SNORM8")
    return found


def _all() -> dict[int, InternalFormat]:
    found = {getattr(enums, name): _fixed(name) for name in _FIXED}
    for count, base in enumerate(("LUMINANCE", "LUMINANCE_ALPHA", "RGB", "RGBA"), 1):
        found[count] = InternalFormat(base, _BYTE)
    for base in _UNSIZED:
        # Generic compressed formats may be stored as their base formats (3.8.1).
        found[getattr(enums, f"COMPRESSED_{base}")] = InternalFormat(base, _BYTE)
        for bits in (16, 32):
            name = f"{base}{bits}F_ARB"
            found[getattr(enums, name)] = InternalFormat(base, np.dtype(f"f{bits // 8}"))
        for bits in (8, 16, 32):
            for letters, kind in (("UI", "unsigned"), ("I", "signed")):
                name, dtype = (
                    f"{base}{bits}{letters}_EXT",
                    np.dtype(f"{kind[0].replace('s', 'i')}{bits // 8}"),
                )
                found[getattr(enums, name)] = InternalFormat(base, dtype, kind)
    for names, base in (
        ("SRGB SRGB8 COMPRESSED_SRGB", "RGB"), ("SRGB_ALPHA SRGB8_ALPHA8 COMPRESSED_SRGB_ALPHA", "RGBA"),
        ("SLUMINANCE SLUMINANCE8 COMPRESSED_SLUMINANCE", "LUMINANCE"),
        ("SLUMINANCE_ALPHA SLUMINANCE8_ALPHA8 COMPRESSED_SLUMINANCE_ALPHA", "LUMINANCE_ALPHA"),
    ):  # fmt: skip
        for name in names.split():
            found[getattr(enums, f"{name}_EXT")] = InternalFormat(base, _BYTE, srgb=True)
    found |= _few("R") | _few("RG") | _signed()
    found[enums.R11F_G11F_B10F_EXT] = InternalFormat("RGB", _SINGLE, encoding="R11F_G11F_B10F")
    found[enums.RGB9_E5_EXT] = InternalFormat("RGB", _SINGLE, encoding="RGB9_E5")
    for suffix, element in (("", "f4"), ("16", "u2"), ("24", "f4"), ("32", "f4")):
        found[getattr(enums, f"DEPTH_COMPONENT{suffix}")] = InternalFormat("DEPTH", np.dtype(element))
    for name in ("DEPTH_STENCIL_EXT", "DEPTH24_STENCIL8_EXT"):
        found[getattr(enums, name)] = InternalFormat("DEPTH", np.dtype(np.uint32), stencil=True)
    return found


#: Every internal format TexImage takes.
INTERNAL_FORMATS: dict[int, InternalFormat] = _all()
#: Those of buffer textures (EXT_texture_buffer_object, table 3.15): sized, without RGB; ARB_texture_rg's too.
BUFFER_FORMATS = {
    value: row
    for value, row in INTERNAL_FORMATS.items()
    if (row.kept and not row.encoding and value not in (enums.RED, enums.RG)) or value in {
        getattr(enums, name)
        for base in ("ALPHA", "LUMINANCE", "LUMINANCE_ALPHA", "INTENSITY", "RGBA")
        for name in (
            *(f"{base}{bits}F_ARB" for bits in (16, 32)),
            *(f"{base}{bits}{kind}_EXT" for bits in (8, 16, 32) for kind in ("I", "UI")),
            *((f"LUMINANCE{bits}_ALPHA{bits}" if "_" in base else f"{base}{bits}") for bits in (8, 16)),
        )
    }
}  # fmt: skip


def as_texels(elements: Image, pixels: PixelFormat, internal: InternalFormat) -> Image:
    """Unpacked pixels (…, C) as the texels of ``internal``: expanded to RGBA, and chosen from it.

    OpenGL 1.5, 3.6.4: final expansion to RGBA, 3.8.1; fixed point is clamped to 0 to 1. Integers are
    clamped to what the format holds (EXT_texture_integer).
    """
    if internal.stencil:
        return words_of(elements, pixels)
    wanted = STORED[internal.base_format]
    shape = (*elements.shape[:-1], len(wanted))
    texels = np.empty(shape, internal.dtype)
    for place, letter in enumerate(wanted):
        source = _place(letter, pixels.components)
        if internal.kept and letter not in internal.kept:
            texels[..., place] = 0
        elif source is None:
            texels[..., place] = one(internal) if letter == "A" else 0
        else:
            texels[..., place] = stored(elements[..., source], internal)
    return quantised(texels, internal)


def quantised(texels: Image, internal: InternalFormat) -> Image:
    """Floats as those of the internal format's encoding."""
    encoding = internal.encoding
    if not encoding:
        return texels
    values = texels.astype(np.float64)
    if encoding in TO_WORDS:
        return np.asarray(FROM_WORDS[encoding](TO_WORDS[encoding](values)), np.float32)
    bits = int(encoding.removeprefix("SNORM"))
    return np.asarray(signed_fractions(as_signed(values, bits), bits), np.float32)


def given(elements: Image, pixels: PixelFormat, internal: InternalFormat) -> Image:
    """Unpacked pixels; integers for signed formats as table 2.10 of EXT_texture_snorm makes fractions."""
    signed = internal.encoding.startswith("SNORM") and pixels.packing is None
    if not signed or elements.dtype.kind == "f":
        return elements
    bits = 8 * elements.dtype.itemsize
    return np.asarray(signed_fractions(elements, bits))


def _place(letter: str, components: str) -> int | None:
    """Which component of the pixels a component of RGBA is."""
    if letter in "RGB" and "L" in components:
        letter = "L"
    return components.index(letter) if letter in components else None


def one(internal: InternalFormat) -> int:
    """What stands for 1."""
    whole = internal.kind == "float" and internal.dtype.kind == "u"
    return int(np.iinfo(internal.dtype).max) if whole else 1


def stored(elements: Image, internal: InternalFormat) -> Image:
    """Elements of one component as the internal format's own."""
    if elements.dtype == internal.dtype and (internal.integer or elements.dtype.kind == "u"):
        return elements
    if internal.integer:
        limits = np.iinfo(internal.dtype)
        return elements.astype(np.int64).clip(limits.min, limits.max).astype(internal.dtype)
    values = fractions(elements)
    if internal.dtype.kind == "f" and internal.base_format != "DEPTH":
        with np.errstate(over="ignore"):
            return values.astype(internal.dtype)
    values = np.fmin(np.fmax(values, 0.0), 1.0)
    if internal.dtype.kind == "f":
        return values.astype(internal.dtype)
    most = float(np.iinfo(internal.dtype).max)
    return np.floor(values.astype(np.float64) * most + 0.5).astype(internal.dtype)


def as_rgba(texels: Image, internal: InternalFormat) -> Image:
    """Texels (…, C) as R, G, B, A of their own type, luminance and intensity in R alone (table 6.1).

    Depths stay as they are; with stencil values they are fractions of both.
    """
    if internal.stencil:
        return components_of(texels)
    if internal.base_format == "DEPTH":
        return texels
    found = np.zeros((*texels.shape[:-1], 4), texels.dtype)
    found[..., 3] = one(internal)
    for place, letter in enumerate(STORED[internal.base_format]):
        found[..., "RGBA".index(letter)] = texels[..., place]
    return found


#: Of encodings whose components have different sizes, or share bits.
_BITS = {
    "R11F_G11F_B10F": {"RED": 11, "GREEN": 11, "BLUE": 10},
    "RGB9_E5": {"RED": 9, "GREEN": 9, "BLUE": 9, "SHARED": 5},
}


def component_bits(internal: InternalFormat) -> dict[str, int]:
    """How many bits each component has, by its name in TEXTURE_…_SIZE."""
    if internal.stencil:
        return {"DEPTH": 24, "STENCIL": STENCIL_BITS}
    if internal.encoding in _BITS:
        return _BITS[internal.encoding]
    signed = internal.encoding.startswith("SNORM")
    bits = int(internal.encoding.removeprefix("SNORM")) if signed else 8 * internal.dtype.itemsize
    if internal.kept:
        return dict.fromkeys(("RED", "GREEN")[: len(internal.kept)], bits)
    names = {
        "ALPHA": ("ALPHA",), "LUMINANCE": ("LUMINANCE",), "LUMINANCE_ALPHA": ("LUMINANCE", "ALPHA"),
        "INTENSITY": ("INTENSITY",), "RGB": ("RED", "GREEN", "BLUE"),
        "RGBA": ("RED", "GREEN", "BLUE", "ALPHA"), "DEPTH": ("DEPTH",),
    }[internal.base_format]  # fmt: skip
    if internal.base_format == "DEPTH" and internal.dtype.kind == "f":
        bits = 24  # what a float has of 0 to 1 everywhere
    return dict.fromkeys(names, bits)


assert STORED.keys() == BASE_FORMATS.keys()

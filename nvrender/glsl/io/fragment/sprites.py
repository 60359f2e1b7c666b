"""Point sprites: a fragment's own coordinates within its point (ARB_point_sprite 3.3).

They come from ``gl_FragCoord`` and the place of the point's centre, not from ``gl_PointCoord``
(quirks.POINT_COORDINATES).
"""

from __future__ import annotations

#: What the last stage before rasterization hands over: the window coordinates of the point's centre, its
#: size, and the height of the frame.
PLACE = "sprite_place"
#: Uniforms of that stage: x, y, width and height of the viewport; the smallest and the largest size a point
#: may have, and the height of the frame.
VIEWPORT = "sprite_viewport"
LIMITS = "sprite_limits"
_COORDINATES = "sprite_coordinates"
NAMES = frozenset({PLACE, VIEWPORT, LIMITS, _COORDINATES, "sprite_center"})
#: A replaced texture coordinate: r is 0, q is 1.
TEXTURE_COORDINATE = f"vec4({_COORDINATES}(), 0.0, 1.0)"
#: ``fragment.pointcoord``, and what stands for it among the units whose coordinates are a point's own.
POINT_COORDINATE = f"vec4({_COORDINATES}(), 0.0, 0.0)"
POINT_UNIT = 8


def outputs() -> list[str]:
    """What the last stage before rasterization declares."""
    return [f"uniform vec4 {VIEWPORT};", f"uniform vec4 {LIMITS};", f"flat out vec4 {PLACE};"]


def placement(size: str) -> list[str]:
    """Its statements behind the position, for a point of ``size``; "" where the stage writes none."""
    width = f"clamp({size}, {LIMITS}.x, {LIMITS}.y)" if size else f"{LIMITS}.x"
    return [
        "vec2 sprite_center = 0.5 * gl_Position.xy / gl_Position.w + 0.5;",
        f"{PLACE} = vec4(sprite_center * {VIEWPORT}.zw + {VIEWPORT}.xy, {width}, {LIMITS}.z);",
    ]


def inputs(
    *, upper_left: bool = False, pixel_center_integer: bool = False, samples: bool = False
) -> list[str]:
    """What the fragment stage declares; the conventions are those ``gl_FragCoord`` is redeclared with.

    ``samples``: it may be a sample's place, and the coordinates are the centre's (docs/semantics.md).
    """
    center = "gl_FragCoord.xy + 0.5" if pixel_center_integer else "gl_FragCoord.xy"
    center = f"floor({center}) + 0.5" if samples else center
    flipped = f"    place.y = {PLACE}.w - place.y;\n" if upper_left else ""
    return [
        f"flat in vec4 {PLACE};",
        "// ARB_point_sprite 3.3: (0, 0) at the point's upper left, (1, 1) at its lower right\n"
        f"vec2 {_COORDINATES}() {{\n"
        f"    vec2 place = {center};\n"
        f"{flipped}"
        f"    place = (place - {PLACE}.xy) / {PLACE}.z;\n"
        "    return vec2(0.5 + place.x, 0.5 - place.y);\n"
        "}",
    ]

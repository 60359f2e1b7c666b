"""BlitFramebuffer: pixels from the framebuffer that is read into the one that is drawn into.

EXT_framebuffer_blit 4.3.3. Of fragment operations the scissor test alone counts; of layers the first.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.api import enums
from nvrender.api.arguments import whole
from nvrender.api.command import command
from nvrender.api.errors import check_enum, invalid_operation, invalid_value
from nvrender.api.framebuffers.attached_images import check_complete
from nvrender.api.framebuffers.draw_buffers import drawn, read_from
from nvrender.api.framebuffers.renderbuffers import SUFFIXES
from nvrender.api.objects.fixed import FixedState
from nvrender.api.objects.framebuffers import FramebufferState
from nvrender.api.objects.texture_units import TextureState
from nvrender.gl.textures.surfaces import Buffers, Surface
from nvrender.oracle.frame.blend import common, stored

_SECTION = "EXT_framebuffer_blit 4.3.3"
_SAMPLES = "EXT_framebuffer_multisample 4.3.3"
_BITS = enums.COLOR_BUFFER_BIT | enums.DEPTH_BUFFER_BIT | enums.STENCIL_BUFFER_BIT
_Pixels = npt.NDArray[Any]


@command(suffixes=SUFFIXES)
def BlitFramebuffer(
    framebuffers: FramebufferState, textures: TextureState, fixed: FixedState, srcX0: int, srcY0: int,
    srcX1: int, srcY1: int, dstX0: int, dstY0: int, dstX1: int, dstY1: int, mask: int, filter: int,
) -> None:  # fmt: skip
    """Copy a rectangle of pixels, stretched and turned over as the corners say.

    What has no pixel in the source stays as it is, and so do buffers that one of the two has not.
    """
    x = [whole(each, "the corners") for each in (srcX0, srcX1, dstX0, dstX1)]
    y = [whole(each, "the corners") for each in (srcY0, srcY1, dstY0, dstY1)]
    bits = whole(mask, "mask")
    check_enum("filter", filter, (enums.NEAREST, enums.LINEAR), "NEAREST and LINEAR", _SECTION)
    if bits & ~_BITS:
        raise invalid_value(f"mask is 0x{bits:X}; only buffers' bits are allowed", _SECTION)
    if filter == enums.LINEAR and bits & ~enums.COLOR_BUFFER_BIT:
        raise invalid_operation("depths and stencil values are not filtered", _SECTION)
    check_complete(framebuffers, textures, framebuffers.draw_framebuffer)
    source = read_from(framebuffers, textures)
    for target in drawn(framebuffers, textures):
        if source.samples or target.samples:
            _check_samples(source, target, x, y, bits)
        whole_window = (0, 0, *target.size)
        box = common(fixed.scissor_box if enums.SCISSOR_TEST in fixed.enabled else None, whole_window)
        assert box is not None
        columns = _places(x, (box[0], box[2]), source.size[0])
        rows = _places(y, (box[1], box[3]), source.size[1])
        if bits & enums.COLOR_BUFFER_BIT and source.colors[0] is not None:
            picture = _single(source.colors[0].read()[0][0], source, target)
            linear = filter == enums.LINEAR and not target.samples  # nothing lies between pixels then
            values = _filtered(picture, rows[1], columns[1], linear=linear)
            for surface in target.colors:
                if surface is not None:
                    _put_colors(surface, values, rows[0], columns[0])
        _copy_deep(source, target, rows, columns, bits)


def _check_samples(source: Buffers, target: Buffers, x: list[int], y: list[int], bits: int) -> None:
    """INVALID_OPERATION for what pixels of several samples are not copied as."""
    if source.samples and target.samples and source.samples != target.samples:
        reason = f"{source.samples} samples a pixel are not copied to {target.samples}"
        raise invalid_operation(reason, _SAMPLES)
    if (x[1] - x[0], y[1] - y[0]) != (x[3] - x[2], y[3] - y[2]):
        raise invalid_operation("pixels of several samples are neither stretched nor turned over", _SAMPLES)
    color = source.colors[0] if bits & enums.COLOR_BUFFER_BIT else None
    for surface in target.colors:
        if color is not None and surface is not None and _form(surface) != _form(color):
            raise invalid_operation("the colours of the two framebuffers are of two formats", _SAMPLES)


def _form(surface: Surface) -> tuple[str, bool]:
    return surface.planes[0].dtype.name, surface.alpha


def _single(plane: _Pixels, source: Buffers, target: Buffers, *, mean: bool = True) -> _Pixels:
    """(H, W, …) of a plane: of several samples that become one the mean, or the first.

    Where both have several they stay; one becomes all of several.
    """
    if bool(source.samples) == bool(target.samples):
        return plane
    if target.samples:
        return np.repeat(plane[:, :, None], target.samples, axis=2)
    if not mean:
        return plane[:, :, 0]
    if plane.dtype != np.uint8:
        return np.asarray(plane.astype(np.float64).mean(axis=2), plane.dtype)
    half = source.samples // 2
    return np.asarray((plane.sum(axis=2, dtype=np.uint16) + half) // source.samples, np.uint8)


_Places = tuple[npt.NDArray[Any], npt.NDArray[Any]]


def _places(corners: list[int], within: tuple[int, int], size: int) -> _Places:
    """The columns or rows that are written, and where in the source, ``size`` pixels, their centres lie."""
    first, last, start, stop = corners
    low, high = max(min(start, stop), within[0]), min(max(start, stop), within[0] + within[1])
    written = np.arange(low, max(high, low))
    read = first + (written + 0.5 - start) * ((last - first) / (stop - start) if stop != start else 0.0)
    there = (read >= max(min(first, last), 0)) & (read < min(max(first, last), size))
    return written[there], read[there]


def _filtered(picture: _Pixels, rows: _Pixels, columns: _Pixels, *, linear: bool) -> _Pixels:
    """(rows, columns, 4) colours: those of the pixels, or floats between the four nearest."""
    if not linear:
        return picture[np.ix_(np.floor(rows).astype(np.intp), np.floor(columns).astype(np.intp))]
    values = picture / 255 if picture.dtype == np.uint8 else picture.astype(np.float64)
    for axis, places in ((0, rows), (1, columns)):
        low = np.floor(places - 0.5)
        weight = (places - 0.5 - low).reshape(-1, *[1] * (2 - axis))
        most = picture.shape[axis] - 1
        near, far = (values.take(np.clip(low + step, 0, most).astype(np.intp), axis) for step in (0, 1))
        values = near + weight * (far - near)
    return values


def _put_colors(surface: Surface, values: _Pixels, rows: _Pixels, columns: _Pixels) -> None:
    pixels = surface.write()[0][0]
    if values.dtype != pixels.dtype:
        values = values / 255 if values.dtype == np.uint8 else values
        values = stored(values.astype(np.float32), pixels.dtype)
    pixels[np.ix_(rows, columns)] = values
    if not surface.alpha:
        pixels[..., 3] = 255 if pixels.dtype == np.uint8 else 1


def _copy_deep(source: Buffers, target: Buffers, rows: _Places, columns: _Places, bits: int) -> None:
    """Depths and stencil values."""
    if source.depth is None or target.depth is None:
        return
    chosen = (
        bits & enums.DEPTH_BUFFER_BIT and source.depths and target.depths,
        bits & enums.STENCIL_BUFFER_BIT and source.stencils and target.stencils,
    )
    if not any(chosen):
        return
    place = np.ix_(np.floor(rows[1]).astype(np.intp), np.floor(columns[1]).astype(np.intp))
    planes = [_single(plane[0], source, target, mean=False) for plane in source.depth.read()]
    values = [plane[place] for plane in planes]
    for copied, plane, value in zip(chosen, target.depth.write(), values, strict=True):
        if copied:
            plane[0][np.ix_(rows[0], columns[0])] = value

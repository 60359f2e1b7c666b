"""What surrounds a shader on the evaluator: the oracle's textures, and attributes between fragments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from nvrender.gl.inputs.results import Float32Array
from nvrender.gl.textures.texture import Texture
from nvrender.gl.textures.units import TARGET_WORDS
from nvrender.ir.evaluation.surroundings import Lookup
from nvrender.ir.nodes import Sample, Shader
from nvrender.ir.types import Kind
from nvrender.ops.rows import Lookup as Access
from nvrender.ops.table import OPERATIONS
from nvrender.ops.texture_targets import TARGETS
from nvrender.ops.types import DataType
from nvrender.oracle.geometry.emission import Emission
from nvrender.oracle.machine.prepare import Code
from nvrender.oracle.texture import access, gather
from nvrender.program import TextureAccess

from .interpolation import interpolated
from .memory import Reached
from .stages import emitted

Array = npt.NDArray[Any]
_TYPES = {Kind.FLOAT: DataType.FLOAT, Kind.INT: DataType.SIGNED, Kind.UINT: DataType.UNSIGNED}
_KINDS = {Kind.FLOAT: "float", Kind.INT: "signed", Kind.UINT: "unsigned"}
_FIRST_HANDLE = 1 << 32


@dataclass(frozen=True)
class Outside(Reached):
    """The oracle's rooms around a run of ``count`` lanes."""

    code: Code
    attributes: Mapping[int, Float32Array]
    count: int
    shader: Shader
    emission: Emission | None = None

    def sample(self, key: int, lookup: Lookup) -> Array:
        node = lookup.node
        texture = self.code.textures.get(key)
        if key >= _FIRST_HANDLE and (texture is None or not _suits(node, texture)):
            return np.zeros((4, self.count), np.float32)
        if not node.texture.opaque and (texture is None or not texture.complete):
            return np.zeros((4, self.count), np.float32)
        return _sampled(texture, lookup)

    def emit(self, active: Array, stream: Array | None, values: Mapping[str, Array]) -> None:
        assert self.emission is not None
        lanes = np.flatnonzero(active)
        rows = emitted(self.code, values, self.shader, self.count)[:, lanes]
        self.emission.emit(lanes, rows, None if stream is None else stream[lanes])

    def end_primitive(self, active: Array) -> None:
        assert self.emission is not None
        self.emission.end_strip(np.flatnonzero(active))

    def interpolate(self, operation: str, attribute: int, place: Array | None) -> Array:
        return interpolated(self.code.program, self.attributes, self.count, operation, attribute, place)


def _suits(node: Sample, texture: Texture) -> bool:
    """Whether a handle names what the lookup reads (docs/semantics.md)."""
    row = TARGETS[node.texture.target]
    if texture.target != TARGET_WORDS.get(row.texture, row.name):
        return False
    if OPERATIONS[node.operation].lookup is Access.QUERY:
        return True
    return (not row.compares or texture.base_format == "DEPTH") and texture.kind == _KINDS[node.type.kind]


def _sampled(texture: Texture | None, lookup: Lookup) -> Array:
    node, operands, operation = lookup.node, list(lookup.operands), lookup.node.operation
    row, type = TARGETS[node.texture.target], _TYPES[node.type.kind]
    where = TextureAccess(node.texture.unit, node.texture.target, component=node.texture.component)
    if operation == "texture_size":
        return access.size(texture, where, operands[0][0].view(np.int32))
    letters = row.coordinates + row.layer
    coordinates = _spread(operands.pop(0), letters)
    reference = operands.pop(0)[0] if row.compares and operation != "texture_level" else None
    if reference is not None and row.reference:
        coordinates["xyzw".index(row.reference)] = reference
    derivatives = lookup.derivatives
    if operation == "sample_gradients":
        derivatives = operands[0], operands[1]
    if derivatives is not None:
        derivatives = (_spread(derivatives[0], letters), _spread(derivatives[1], letters))
    offset = None if lookup.offset is None else (*lookup.offset.astype(np.int64), 0, 0)[:3]
    if operation in ("fetch", "fetch_sample"):
        if operands:
            coordinates[3] = operands[0][0]
        return access.fetch(texture, where, coordinates.view(np.int32), type=type, offset=offset)
    if operation == "gather":
        return gather.gather(texture, where, coordinates, type, offset, reference)
    if operation == "gather_offsets":
        apart = [(operands[0][k].astype(np.int64), operands[1][k].astype(np.int64)) for k in range(4)]
        return gather.gather_apart(texture, where, coordinates, type, apart)
    return access.sample(access.Lookup(
        texture, where, coordinates,
        detail=operands[0][0] if operation == "sample_level" else None,
        bias=operands[0][0] if operation == "sample_bias" else None,
        derivatives=derivatives, type=type, offset=offset, reference=reference,
        query=operation == "texture_level",
    ))  # fmt: skip


def _spread(values: Array, letters: str) -> Array:
    """Rows in the components that the target's ``letters`` name, (4, n)."""
    found = np.zeros((4, values.shape[1]), values.dtype)
    for row, letter in zip(values, letters, strict=False):
        found["xyzw".index(letter)] = row
    return found

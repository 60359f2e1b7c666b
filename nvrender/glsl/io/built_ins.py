"""The attributes, varyings and state of the fixed function under their names in GLSL 1.20 (7.2 to 7.6)."""

from __future__ import annotations

from nvrender.glsl.registers.storage import Storage
from nvrender.ir.analysis.places import nodes_of
from nvrender.ir.nodes import Load, Role
from nvrender.lower.program import lowered
from nvrender.program import BindingKind, RegisterFile
from nvrender.program.declarations import Binding

#: Attribute → its name and a vector of four of it. Generic attributes are none of these.
_ATTRIBUTES: dict[int, tuple[str, str]] = {
    0: ("gl_Vertex", "gl_Vertex"),
    2: ("gl_Normal", "vec4(gl_Normal, 1.0)"),
    3: ("gl_Color", "gl_Color"),
    4: ("gl_SecondaryColor", "gl_SecondaryColor"),
    5: ("", "vec4(gl_FogCoord, 0.0, 0.0, 1.0)"),
    **{8 + unit: (f"gl_MultiTexCoord{unit}", f"gl_MultiTexCoord{unit}") for unit in range(8)},
}
_NORMAL = 2
_COORDINATES = {f"TEX{unit}": f"gl_TexCoord[{unit}]" for unit in range(8)}
#: Result of a vertex program → the variable that the fixed function reads.
OUTPUTS = {
    "COL0": "gl_FrontColor", "COL1": "gl_FrontSecondaryColor", "BFC0": "gl_BackColor",
    "BFC1": "gl_BackSecondaryColor", "FOGC": "gl_FogFragCoord", **_COORDINATES,
}  # fmt: skip
#: Input of a fragment program → the variable that the fixed function writes.
INPUTS = {"COL0": "gl_Color", "COL1": "gl_SecondaryColor", "FOGC": "gl_FogFragCoord", **_COORDINATES}
#: Those of one component.
SCALARS = frozenset({"gl_FogFragCoord"})
_MATRICES = {
    "mvp": "ModelViewProjection",
    "modelview": "ModelView",
    "projection": "Projection",
    "texture": "Texture",
}
#: Modifier → what gives the row of a matrix as a column.
_ROWS = {"": "Transpose", "transpose": "", "inverse": "InverseTranspose", "invtrans": "Inverse"}
_MODIFIED = {"": "", "transpose": "Transpose", "inverse": "Inverse", "invtrans": "InverseTranspose"}
_LIGHTS = {"spot.direction": "vec4({0}.spotDirection, {0}.spotCosCutoff)", "half": "{0}.halfVector",
           "attenuation": "vec4({0}.constantAttenuation, {0}.linearAttenuation, {0}.quadraticAttenuation, "
                          "{0}.spotExponent)"}  # fmt: skip
_PLANES = {
    f"{plane}.{axis}": f"{name}Plane{axis.upper()}"
    for plane, name in (("eye", "Eye"), ("object", "Object"))
    for axis in "strq"
}
#: What GLSL has in parts.
_COMPOSED = frozenset({BindingKind.POINT, BindingKind.DEPTH})
_COMPOSED_ITEMS = frozenset({"params", "shininess", "spot.direction", "attenuation"})
_POINT = {
    "size": "vec4(gl_Point.size, gl_Point.sizeMin, gl_Point.sizeMax, gl_Point.fadeThresholdSize)",
    "attenuation": "vec4(gl_Point.distanceConstantAttenuation, gl_Point.distanceLinearAttenuation, "
    "gl_Point.distanceQuadraticAttenuation, 1.0)",
}


def attribute_names(storage: Storage) -> dict[int, str]:
    """The attributes that are read under GLSL's own name, as they are."""
    found = {}
    for index, (name, _) in _ATTRIBUTES.items():
        variable = storage.variables.get((RegisterFile.ATTRIBUTE, index))
        plain = variable is not None and not variable.array and not variable.kind
        if plain and name and is_conventional(storage, index) and not _needs_all(storage, index):
            found[index] = name
    return found


def attribute_value(storage: Storage, index: int) -> str:
    """A conventional attribute as a vector of four, "" of a generic one."""
    return _ATTRIBUTES[index][1] if index in _ATTRIBUTES and is_conventional(storage, index) else ""


def is_conventional(storage: Storage, index: int) -> bool:
    """False for ``vertex.attrib[n]``, ``vertex.weight`` and their like."""
    names = (row.name for row in storage.program.attributes if row.index == index)
    return index in _ATTRIBUTES and not any("attrib" in name for name in names)


def _needs_all(storage: Storage, index: int) -> bool:
    """True if some instruction reads w of the normal, which has none."""
    loads = (node for node, _ in nodes_of(lowered(storage.program), Load))
    read = (row.components for row in loads if row.var.role is Role.INPUT and row.var.binding == index)
    return index == _NORMAL and any(3 in components for components in read)


def name_state(storage: Storage) -> None:
    """Has parameters of GL's state, not those of arrays that are indexed, read where GLSL has them."""
    for variable in storage.all(RegisterFile.PARAMETER):
        if variable.relative or not storage.program.profile.declares_names:
            continue
        bindings = storage.program.parameters[variable.start : variable.start + variable.count]
        texts = tuple(map(state_text, bindings))
        for number, binding in enumerate(bindings, variable.start):
            if all(texts) and _matrix(binding):
                storage.state_rows[number] = _matrix(binding), binding.row
        if all(texts) and variable.array:
            variable.elements = texts
        elif all(texts):
            composed = bindings[0].kind in _COMPOSED or bindings[0].item in _COMPOSED_ITEMS
            storage.state |= {variable.name: texts[0]} if composed else {}
            variable.elements = (variable.name,) if composed else texts


def _matrix(binding: Binding) -> str:
    """The matrix that a parameter is a row of, "" of others."""
    known = binding.kind is BindingKind.MATRIX and binding.item in _MATRICES
    if not known or (binding.index and binding.item != "texture"):
        return ""
    which = f"[{binding.index}]" if binding.item == "texture" else ""
    return f"gl_{_MATRICES[binding.item]}Matrix{_MODIFIED[binding.modifier]}{which}"


def state_text(binding: Binding) -> str:
    """What GLSL calls a parameter; "" for what it has no name for."""
    side = "Back" if binding.face == "back" else "Front"
    number, item = binding.index, binding.item
    match binding.kind:
        case BindingKind.MATRIX if item in _MATRICES and (item == "texture" or not number):
            which = f"[{number}]" if item == "texture" else ""
            return f"gl_{_MATRICES[item]}Matrix{_ROWS[binding.modifier]}{which}[{binding.row}]"
        case BindingKind.MATERIAL if item == "shininess":
            return f"vec4(gl_{side}Material.shininess, 0.0, 0.0, 1.0)"
        case BindingKind.MATERIAL:
            return f"gl_{side}Material.{item}"
        case BindingKind.LIGHT:
            light = f"gl_LightSource[{number}]"
            return _LIGHTS.get(item, f"{{0}}.{item}").format(light)
        case BindingKind.LIGHT_MODEL if item == "scenecolor":
            return f"gl_{side}LightModelProduct.sceneColor"
        case BindingKind.LIGHT_MODEL:
            return "gl_LightModel.ambient"
        case BindingKind.LIGHT_PRODUCT:
            return f"gl_{side}LightProduct[{number}].{item}"
        case BindingKind.FOG if item == "color":
            return "gl_Fog.color"
        case BindingKind.FOG:
            return "vec4(gl_Fog.density, gl_Fog.start, gl_Fog.end, gl_Fog.scale)"
        case BindingKind.CLIP_PLANE:
            return f"gl_ClipPlane[{number}]"
        case BindingKind.TEXTURE_GENERATION:
            return f"gl_{_PLANES[item]}[{number}]"
        case BindingKind.TEXTURE_ENVIRONMENT:
            return f"gl_TextureEnvColor[{number}]"
        case BindingKind.POINT:
            return _POINT[item]
        case BindingKind.DEPTH:
            return "vec4(gl_DepthRange.near, gl_DepthRange.far, gl_DepthRange.diff, 1.0)"
    return ""

"""Conventional lighting as GLSL (OpenGL 1.5, 2.14.1 to 2.14.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from nvrender.gl.state.state import State

STRUCTURES = """struct Material {
    vec4 ambient;
    vec4 diffuse;
    vec4 specular;
    vec4 emission;
    vec4 shininess;
};
struct Light {
    vec4 ambient;
    vec4 diffuse;
    vec4 specular;
    vec4 position;
    vec4 spot;         // direction, cosine of the cutoff
    vec4 attenuation;  // constant, linear, quadratic, and the spot's exponent
};"""
#: One light's share of the colours.
FUNCTIONS = """float power(float base, float exponent) {
    return exponent == 0.0 ? 1.0 : base > 0.0 ? pow(base, exponent) : 0.0;
}

void shine(Light light, Material material, vec3 normal, vec4 eye, vec3 to_eye, inout vec3 color,
           inout vec3 specular) {
    if (eye.w < 0.0) eye = -eye;
    // From the vertex to the light, homogeneous; at infinity it is a direction.
    vec4 between = vec4(light.position.xyz * eye.w - eye.xyz * light.position.w, light.position.w * eye.w);
    if (between.w < 0.0) between = -between;
    vec3 towards = unit_vector(between.xyz);
    float strength = 1.0;
    if (light.position.w != 0.0) {
        float far = length(between.xyz) / (between.w == 0.0 ? 1.0 : between.w);
        strength = 1.0 / dot(light.attenuation.xyz, vec3(1.0, far, far * far));
    }
    if (light.spot.w >= 0.0) {
        float along = max(dot(-towards, unit_vector(light.spot.xyz)), 0.0);
        strength *= along >= light.spot.w ? power(along, light.attenuation.w) : 0.0;
    }
    float facing = max(dot(normal, towards), 0.0);
    color += strength * (light.ambient.rgb * material.ambient.rgb
                         + facing * light.diffuse.rgb * material.diffuse.rgb);
    if (facing > 0.0) {
        vec3 halfway = unit_vector(towards + to_eye);
        float shining = power(max(dot(normal, halfway), 0.0), material.shininess.x);
        specular += strength * shining * light.specular.rgb * material.specular.rgb;
    }
}
"""
_FIELDS = {"AMBIENT_AND_DIFFUSE": ("ambient", "diffuse")}


@dataclass(frozen=True, slots=True)
class Lighting:
    """What of the state decides the text.

    ``lights`` are the numbers of those enabled; ``tracked`` the fields of the front and the back material
    that are the current colour.
    """

    lights: tuple[int, ...]
    local_viewer: bool
    two_side: bool
    separate_specular: bool
    tracked: tuple[tuple[str, ...], tuple[str, ...]]

    def tracks(self, face: str) -> bool:
        """True if the material of a face takes the current colour."""
        return bool(self.tracked[face == "back"])


def lighting_of(state: State) -> Lighting | None:
    """The lighting ``state`` asks for, None where it is off."""
    if not state.lighting:
        return None
    model, tracking = state.light_model, state.color_material
    fields = _FIELDS.get(tracking.mode, (tracking.mode.lower(),)) if tracking.enabled else ()
    return Lighting(
        tuple(number for number, light in enumerate(state.lights) if light.enabled),
        model.local_viewer,
        model.two_side,
        model.separate_specular,
        (() if tracking.face == "BACK" else fields, () if tracking.face == "FRONT" else fields),
    )


def viewer(lighting: Lighting) -> str:
    """The statement that declares ``to_eye``, the direction of the viewer."""
    local = "unit_vector(eye.w < 0.0 ? eye.xyz : -eye.xyz)"
    return f"vec3 to_eye = {local if lighting.local_viewer else 'vec3(0.0, 0.0, 1.0)'};"


def lit(lighting: Lighting, face: str) -> Iterator[str]:
    """Statements that declare ``front_primary`` and ``front_secondary``, or those of the back.

    From ``normal``, ``eye``, ``to_eye`` and the hidden ``zero``, since a linker carries constants on.
    """
    back = face == "back"
    yield f"Material {face} = conventional.materials[{int(back)}];"
    yield from (f"{face}.{field} = v_COL0;" for field in lighting.tracked[back])
    primary, secondary = f"{face}_primary", f"{face}_secondary"
    yield f"vec4 {primary} = {face}.emission + {face}.ambient * conventional.scene_ambient;"
    yield f"{primary}.a = {face}.diffuse.a;"
    yield f"vec4 {secondary} = vec4(zero);"
    direction = "-normal" if back else "normal"
    yield f"vec3 {face}_color = {primary}.rgb, {face}_specular = vec3(0.0);"
    for number in lighting.lights:
        arguments = f"conventional.lights[{number}], {face}, {direction}, eye, to_eye"
        yield f"shine({arguments}, {face}_color, {face}_specular);"
    if lighting.separate_specular:
        yield f"{primary}.rgb = {face}_color;"
        yield f"{secondary}.rgb = {face}_specular;"
    else:
        yield f"{primary}.rgb = {face}_color + {face}_specular;"
        yield f"{secondary}.a = 1.0;"

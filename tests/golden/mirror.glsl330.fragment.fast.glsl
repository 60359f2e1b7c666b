#version 330 core
// Translated from mirror.fp (!!NVfp5.0): fragment shader, fast numerics
// A mirror of silver: what a cube map of its surroundings shows in the direction that light comes from.
//
//   texcoord[1..2]     position and normal in the world
//   program.local[0]   xyz: the eye
//   program.local[1]   rgb: what silver keeps of the light, w: how strongly the middle of the map is drawn in
//   program.local[2]   xyz: where the map was taken
//   texture[0]         the surroundings, a cube map

in vec4 TEX1;
in vec4 TEX2;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 metal;
    vec4 taken;
};
uniform samplerCube texture0;
layout(location = 0) out vec4 color;

// NV_gpu_program4 2.X.8, RFL
vec3 nv_rfl(vec3 a, vec3 b) {
    vec3 products = a * b;
    vec3 squares = a * a;
    float scale = 2.0 * (products.x + products.y + products.z) / (squares.x + squares.y + squares.z);
    vec3 result = vec3(scale) * a - b;
    return result;
}

void main() {
    vec4 normal = vec4(0.0);
    vec4 view = vec4(0.0);
    vec4 way = vec4(0.0);
    vec4 color_2;
    vec4 s;
    normal.xyz = normalize(TEX2.xyz);
    view.xyz = eye.xyz - TEX1.xyz;
    view.xyz = normalize(view.xyz);
    // Also what faces away a little is seen at its rim.
    s.x = dot(normal.xyz, view.xyz);
    s.x = max(s.x, 0.02);
    way.xyz = nv_rfl(normal.xyz, view.xyz);
    // The map's middle is not where the light is mirrored.
    s.yzw = TEX1.xyz - taken.xyz;
    way.xyz = s.yzw * metal.w + way.xyz;
    color_2 = texture(texture0, way.xyz);
    // Metal is white at its rim.
    s.x = 1.0 - s.x;
    s.y = s.x * s.x;
    s.y = s.y * s.y;
    s.x = s.y * s.x;
    s.xyz = mix(metal.xyz, vec3(1.0), s.xxx);
    color_2.xyz = color_2.xyz * s.xyz;
    s.x = exp2(-color_2.x);
    s.y = exp2(-color_2.y);
    s.z = exp2(-color_2.z);
    color.xyz = 1.0 - s.xyz;
    color.w = 1.0;
}

#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from mirror.fp (!!NVfp5.0): fragment shader, exact numerics
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
layout(location = 0) precise out vec4 color;

// NV_gpu_program4 2.X.8, RSQ: INF for zeros of either sign, NaN below
float nv_rsq(float a) {
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_gpu_program4 2.X.8, NRM
vec3 nv_nrm(vec3 a) {
    precise vec3 squares = a * a;
    precise vec3 result = a * nv_rsq(squares.x + squares.y + squares.z);
    return result;
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.8, RFL
vec3 nv_rfl(vec3 a, vec3 b) {
    precise vec3 products = a * b;
    precise vec3 squares = a * a;
    precise float scale = 2.0 * (products.x + products.y + products.z) / (squares.x + squares.y + squares.z);
    precise vec3 result = vec3(scale) * a - b;
    return result;
}

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
}

// NV_gpu_program4 2.X.8, EX2
float nv_ex2(float a) {
    float n = roundEven(clamp(a, -150.0, 129.0));
    precise float x = clamp(a, -150.0, 129.0) - n;
    precise float r = 1.0 + x * (0.6931472 + x * (0.2402265 + x * (0.05550357 + x * (0.009618031
        + x * (0.0013390867 + x * 0.00015469735)))));
    int high = int(n) >> 1;
    r *= intBitsToFloat(high + 127 << 23);
    r *= intBitsToFloat(int(n) - high + 127 << 23);
    return isnan(a) ? a : a < -126.0 ? 0.0 : r;
}

void main() {
    precise vec4 normal, view, way, color_2, s;
    normal.xyz = nv_nrm(TEX2.xyz);
    view.xyz = eye.xyz - TEX1.xyz;
    view.xyz = nv_nrm(view.xyz);
    // Also what faces away a little is seen at its rim.
    s.x = nv_dp3(normal.xyz, view.xyz);
    s.x = nv_max(s.x, 0.02);
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
    s.xyz = nv_lrp(s.xxx, vec3(1.0), metal.xyz);
    color_2.xyz = color_2.xyz * s.xyz;
    s.x = nv_ex2(-color_2.x);
    s.y = nv_ex2(-color_2.y);
    s.z = nv_ex2(-color_2.z);
    color.xyz = 1.0 - s.xyz;
    color.w = 1.0;
}

#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from lanterns.fp (!!FP2.0): fragment shader, exact numerics
// Four lanterns in texture coordinates 1 to 4, added up until they are enough; then as the pixel faces.

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
in vec4 TEX3;
in vec4 TEX4;
in vec4 TEX5;
in vec4 TEX6;
in vec4 TEX7;
layout(std140) uniform FragmentParameters {
    vec4 glow;  // at first 1.0, 0.8, 0.5, 0.02
} program;
layout(location = 0) precise out vec4 color;

float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
vec4 fragment_facing;
precise vec4 fragment_texcoord[8];
precise vec4 R0, R1, H0, CC0;
precise vec4 R2 = vec4(zero);

vec4 fragment_texcoord_at(int index) {
    vec4 value = fragment_texcoord[min(uint(index), 7u)];
    return uint(index) < 8u ? value : vec4(zero);
}

// NV_fragment_program 3.11.4.4: _SAT; NaN stays
float nv_saturate(float a) {
    precise float r = mix(mix(a, 0.0, a < 0.0), 1.0, a > 1.0);
    return r;
}

// NV_fragment_program 3.11.4.4: _SAT; NaN stays
vec4 nv_saturate(vec4 a) {
    return vec4(nv_saturate(a.x), nv_saturate(a.y), nv_saturate(a.z), nv_saturate(a.w));
}

// NV_gpu_program4 2.X.8, DP2A
float nv_dp2a(vec2 a, vec2 b, float c) {
    precise vec2 products = a * b;
    precise float result = products.x + products.y + c;
    return result;
}

// NV_fragment_program 3.11.4.2: the range of 12-bit fixed point; NaN is 0
float nv_fx12(float a) {
    return isnan(a) ? 0.0 : clamp(a, -2.0, 1.9990234375);
}

// NV_fragment_program 3.11.4.2: the range of 12-bit fixed point; NaN is 0
vec3 nv_fx12(vec3 a) {
    return vec3(nv_fx12(a.x), nv_fx12(a.y), nv_fx12(a.z));
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_greater(float a, float b) {
    precise bool r = a > b;
    return r;
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_less(float a, float b) {
    precise bool r = a < b;
    return r;
}

// NV_fragment_program 3.11.4.2: the range of 12-bit fixed point; NaN is 0
vec4 nv_fx12(vec4 a) {
    return vec4(nv_fx12(a.x), nv_fx12(a.y), nv_fx12(a.z), nv_fx12(a.w));
}

// NV_fragment_program 3.11.5.27, RSQ: -INF for -0.0, NaN below
float nv_rsq(float a) {
    uint infinity = floatBitsToUint(a) & 0x80000000u | 0x7f800000u;
    precise float r = mix(uintBitsToFloat(0x7fc00000u), inversesqrt(a), a > 0.0);
    r = mix(mix(r, 0.0, a == uintBitsToFloat(0x7f800000u)), uintBitsToFloat(infinity),
        abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// NV_gpu_program4 2.X.8, NRM
vec3 nv_nrm(vec3 a) {
    precise vec3 squares = a * a;
    precise float sum = squares.x + squares.y + squares.z;
    precise vec3 result = a * nv_rsq(sum);
    return result;
}

// NV_gpu_program4 2.X.4.1: SSAT; NaN stays
float nv_saturate_signed(float a) {
    precise float r = mix(mix(a, -1.0, a < -1.0), 1.0, a > 1.0);
    return r;
}

// NV_gpu_program4 2.X.4.1: SSAT; NaN stays
vec3 nv_saturate_signed(vec3 a) {
    return vec3(nv_saturate_signed(a.x), nv_saturate_signed(a.y), nv_saturate_signed(a.z));
}

// exact numerics: constants that no compiler folds
vec4 nv_opaque(vec4 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec4(zero)));
}

void shine() {
    R1.w = nv_dp2a(R1.xy, R1.xy, program.glow.w);
    R1 = R1 / R1.w;
    R0.xyz = nv_fx12(nv_fx12(R1.xyz) * 0.25 + nv_fx12(R0.xyz));
}

void main() {
    fragment_facing = vec4(gl_FrontFacing ? 1.0 : -1.0, 0.0, 0.0, 1.0);
    fragment_texcoord[0] = TEX0;
    fragment_texcoord[1] = TEX1;
    fragment_texcoord[2] = TEX2;
    fragment_texcoord[3] = TEX3;
    fragment_texcoord[4] = TEX4;
    fragment_texcoord[5] = TEX5;
    fragment_texcoord[6] = TEX6;
    fragment_texcoord[7] = TEX7;
    R0 = vec4(zero);
    for (int count = 4, A0 = 0; count-- > 0; ++A0) {
        R1.xyz = fragment_texcoord_at(A0 + 1).xyz - R2.xyz;
        shine();
        CC0.x = R0.x - 0.9;
        if (nv_greater(CC0.x, 0.0)) {
            break;
        }
    }
    CC0.x = fragment_facing.x;
    if (nv_less(CC0.x, 0.0)) {
        H0 = nv_fx12(nv_fx12(R0) * nv_fx12(program.glow));
        R0 = vec4(H0.y, -H0.x, 1.0, H0.w);
    } else {
        R0.xyz = nv_saturate_signed(nv_nrm(R0.xyz));
    }
    color = nv_saturate(nv_opaque(R0));
    color = nv_saturate(color);
}

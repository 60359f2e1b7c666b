#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from paper.fp (!!FP1.0): fragment shader, exact numerics
// A page of a comic book: paper with a fine grain, and in an inked frame a sky of dots that grow towards its top, with a
// pale disc before it.
//   f[WPOS]  the place in the picture, in pixels
//   f[TEX0]  texture coordinates over the page
//   TEX0     the grain

in vec4 TEX0;
layout(std140) uniform FragmentParameters {
    vec4 picture;  // width and height in pixels, and their reciprocals; at first 0.0, 0.0, 0.0, 0.0
    vec4 frame;  // margin and half the width of its line, in heights of the picture; at first 0.075, 0.0045, 0.0, 0.0
    vec4 disc;  // middle and radius, from the middle of the picture; at first 0.16, 0.03, 0.345, 0.0
    vec4 dots;  // dots per height; their radius at the middle of the page, its growth; at first 34.0, 0.34, 0.52, 0.0
};
uniform sampler2D texture0;
layout(location = 0) precise out vec4 color;

// NV_fragment_program 3.11.4.4: _SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// NV_fragment_program 3.11.4.4: _SAT; NaN stays
vec4 nv_saturate(vec4 a) {
    return vec4(nv_saturate(a.x), nv_saturate(a.y), nv_saturate(a.z), nv_saturate(a.w));
}

// NV_fragment_program 3.11.5.10, FRC: in [0, 1)
vec2 nv_frc(vec2 a) {
    precise vec2 r = a - floor(a);
    return mix(r, vec2(0.99999994), equal(r, vec2(1.0)));
}

// NV_fragment_program 3.11.5.16, MAX: NaN if an operand is
float nv_max(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) & floatBitsToInt(b)) : max(a, b);
}

// NV_fragment_program 3.11.5.27, RSQ: -INF for -0.0, NaN below
float nv_rsq(float a) {
    uint infinity = floatBitsToUint(a) & 0x80000000u | 0x7f800000u;
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(infinity)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_fragment_program 3.11.5.25, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
}

// NV_fragment_program 3.11.5.14, LRP
vec4 nv_lrp(vec4 a, vec4 b, vec4 c) {
    precise vec4 sum = a * b + (1.0 - a) * c;
    return sum;
}

// NV_fragment_program 3.11.5.17, MIN: NaN if an operand is
float nv_min(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) | floatBitsToInt(b)) : min(a, b);
}

void main() {
    precise vec4 R0;
    precise vec4 R1;
    precise vec4 R2;
    precise vec4 R3;
    precise vec4 R4;
    // R0.xy = the place in heights, from the middle; R0.zw = half of the page
    R0.zw = picture.xy * picture.w;
    R0.zw = R0.zw * 0.5;
    R0.xy = gl_FragCoord.xy * picture.w - R0.zw;
    // The sky: the grid of dots is turned, as printers do
    R1.xy = R0.x * vec2(0.8, -0.6);
    R1.xy = R0.y * vec2(0.6, 0.8) + R1.xy;
    R1.xy = R1.xy * dots.x;
    R1.xy = nv_frc(R1.xy);
    R1.xy = R1.xy - 0.5;
    R1.zw = R1.xy * R1.xy;
    R1.z = R1.z + R1.w;
    R1.z = nv_max(R1.z, 1e-6);
    R1.w = nv_rsq(R1.z);
    R1.z = R1.z * R1.w;
    R1.w = R0.y * dots.z + dots.y;
    R1.z = R1.w - R1.z;
    R2.x = nv_rcp(dots.x);
    R2.x = R2.x * picture.y;
    R1.z = nv_saturate(R1.z * R2.x + 0.5);
    R3 = vec4(0.54, 0.745, 0.745, 1.0);
    R3 = nv_lrp(R1.zzzz, vec4(0.22, 0.475, 0.555, 1.0), R3);
    // The disc
    R2.xy = R0.xy - disc.xy;
    R2.zw = R2.xy * R2.xy;
    R2.z = R2.z + R2.w;
    R2.z = nv_max(R2.z, 1e-6);
    R2.w = nv_rsq(R2.z);
    R2.z = R2.z * -R2.w + disc.z;
    R2.z = R2.z * picture.y;
    R2.z = nv_saturate(R2.z + 0.5);
    R3 = nv_lrp(R2.zzzz, vec4(0.975, 0.845, 0.55, 1.0), R3);
    // The frame: R1.x = how far inside it the place is
    R1.xy = R0.zw + uintBitsToFloat(floatBitsToUint(R0.xy) | uvec2(0x80000000u));
    R1.x = nv_min(R1.x, R1.y);
    R1.x = R1.x - frame.x;
    R1.y = R1.x * picture.y;
    R1.y = nv_saturate(R1.y + 0.5);
    R3 = nv_lrp(R1.yyyy, R3, vec4(0.955, 0.925, 0.855, 1.0));
    R1.z = frame.y + uintBitsToFloat(floatBitsToUint(R1.x) | 0x80000000u);
    R1.z = R1.z * picture.y;
    R1.z = nv_saturate(R1.z + 0.5);
    R3 = nv_lrp(R1.zzzz, vec4(0.085, 0.07, 0.12, 1.0), R3);
    R4 = texture(texture0, TEX0.xy);
    R3 = R3 * R4;
    R3.w = 1.0;
    color = R3;
    color = nv_saturate(color);
}

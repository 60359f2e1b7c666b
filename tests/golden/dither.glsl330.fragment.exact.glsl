#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from dither.fp (!!NVfp4.0): fragment shader, exact numerics
// An ordered dither to four bits a channel, and in a second buffer which material is seen.
//   attrib[0]  material number

in vec4 COL0;
in vec4 TEX0;
flat in ivec4 ATTR0;
uniform sampler2D texture0;
layout(location = 0) precise out vec4 color;
layout(location = 1) out ivec4 color_1;

float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

// NV_gpu_program4 issue 41: clamped; NaN is 0
int nv_int(float a) {
    return isnan(a) ? 0 : a >= 2147483648.0 ? 0x7fffffff
        : a <= -2147483648.0 ? ~0x7fffffff : int(a);
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
ivec4 nv_int(vec4 a) {
    return ivec4(nv_int(a.x), nv_int(a.y), nv_int(a.z), nv_int(a.w));
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float r = mix(mix(a, 0.0, a < 0.0), 1.0, a > 1.0);
    return r;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
vec4 nv_saturate(vec4 a) {
    return vec4(nv_saturate(a.x), nv_saturate(a.y), nv_saturate(a.z), nv_saturate(a.w));
}

void main() {
    precise vec4 color_2, level;
    ivec4 cell, threshold;
    color_2 = textureOffset(texture0, TEX0.xy, ivec2(1, 0));
    color_2 = color_2 * COL0;
    // the cell of a 4x4 Bayer matrix: the bits of x ^ y and y interleaved
    cell = nv_int(trunc(gl_FragCoord));
    cell = cell & 3;
    cell.z = cell.x ^ cell.y;
    threshold.x = cell.z << 3;
    threshold.x = threshold.x & 8;
    threshold.y = cell.y << 2;
    threshold.y = threshold.y & 4;
    threshold.z = cell.z >> 1;
    threshold.z = threshold.z << 1;
    threshold.z = threshold.z & 2;
    threshold.w = cell.y >> 1;
    threshold.x = threshold.x | threshold.y;
    threshold.x = threshold.x | threshold.z;
    threshold.x = threshold.x | threshold.w;
    level = vec4(nv_opaque(float(threshold.x)));
    level = level * 0.0625 - 0.5;
    color_2 = color_2 * 15.0 + level.x;
    color_2 = roundEven(color_2);
    color = nv_saturate(color_2 * 0.06666667);
    color_1 = ATTR0;
}

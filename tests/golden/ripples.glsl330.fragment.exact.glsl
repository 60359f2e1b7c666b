#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from ripples.fp (!!FP1.0): fragment shader, exact numerics
// Water: two layers of ripples slide over each other, their slope bends the view to the bottom, and
// the sky is reflected the more the flatter one looks.
//   f[TEX0]  where on the water, in ripples
//   f[TEX1]  direction to the viewer, y up, of any length
//   f[TEX2]  where in the picture of the bottom, projected
//   TEX0     normals of the ripples, TEX1 the sky, TEX2 the bottom

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
layout(std140) uniform FragmentParameters {
    vec4 drift;  // how far the layers have slid: x, y and z, w; at first 0.0, 0.0, 0.0, 0.0
    vec4 turn;  // the second layer is turned against the first; at first 0.8, -0.6, 0.6, 0.8
    vec4 deep;  // the water's colour, and how much of it one sees; at first 0.02, 0.13, 0.17, 0.4
};
uniform sampler2D texture0;
uniform samplerCube texture1;
uniform sampler2D texture2;
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

// NV_fragment_program 3.11.5.45, X2D
vec2 nv_x2d(vec2 a, vec2 b, vec4 c) {
    precise vec2 result = a + b.xx * c.xz + b.yy * c.yw;
    return result;
}

// NV_fragment_program 3.11.4.2: the range of 12-bit fixed point; NaN is 0
float nv_fx12(float a) {
    precise float r = a < -2.0 ? -2.0 : a > 1.9990234375 ? 1.9990234375 : a;
    return isnan(a) ? 0.0 : r;
}

// NV_fragment_program 3.11.4.2: the range of 12-bit fixed point; NaN is 0
vec3 nv_fx12(vec3 a) {
    return vec3(nv_fx12(a.x), nv_fx12(a.y), nv_fx12(a.z));
}

// NV_fragment_program 3.11.5.26, RFL
vec3 nv_rfl(vec3 a, vec3 b) {
    precise vec3 products = a * b;
    precise vec3 squares = a * a;
    precise float scale = 2.0 * (products.x + products.y + products.z) / (squares.x + squares.y + squares.z);
    precise vec3 result = vec3(scale) * a - b;
    return result;
}

// NV_fragment_program 3.11.5.14, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
}

// NV_fragment_program 3.11.5.5, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_fragment_program 3.11.5.27, RSQ: -INF for -0.0, NaN below
float nv_rsq(float a) {
    uint infinity = floatBitsToUint(a) & 0x80000000u | 0x7f800000u;
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(infinity)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_fragment_program 3.11.5.12, LG2
float nv_lg2(float a) {
    int bits = floatBitsToInt(a) - 0x3f3504f3;
    float m = intBitsToFloat((bits & 0x007fffff) + 0x3f3504f3);
    precise float x = (m - 1.0) / (m + 1.0);
    precise float y = x * x;
    precise float r = float(bits >> 23)
        + x * (2.88539 + y * (0.96179885 + y * (0.57671386 + y * 0.43174833)));
    if (!(a >= uintBitsToFloat(0x00800000u))) {
        r = a > -uintBitsToFloat(0x00800000u) ? -uintBitsToFloat(0x7f800000u)
            : uintBitsToFloat(0x7fc00000u);
    }
    return isnan(a) || a == uintBitsToFloat(0x7f800000u) ? a : r;
}

// NV_fragment_program 3.11.5.8, EX2
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

// NV_fragment_program 3.11.5.24, POW: 2^(b log2 a)
float nv_pow(float a, float b) {
    precise float power = b * nv_lg2(a);
    return nv_ex2(power);
}

// NV_fragment_program 3.11.5.14, LRP
float nv_lrp(float a, float b, float c) {
    precise float sum = a * b + (1.0 - a) * c;
    return sum;
}

void main() {
    float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    precise vec4 R0 = vec4(zero);
    precise vec4 R1 = vec4(zero);
    precise vec4 R2;
    precise vec4 R3;
    precise vec4 H0;
    precise vec4 H1;
    precise vec4 H2;
    // what water reflects of light straight from above
    // the slope: 2 a - 1 and 2 b - 1, halfway between them
    R0.xy = TEX0.xy + drift.xy;
    H0 = texture(texture0, R0.xy);
    R0.xy = drift.zw;
    R0.xy = nv_x2d(R0.xy, TEX0.xy, turn);
    H1 = texture(texture0, R0.xy);
    H0.xyz = nv_fx12(nv_fx12(H0.xyz) + nv_fx12(H1.xyz));
    H0.xyz = nv_fx12(H0.xyz - 1.0);
    H0.xyz = nv_fx12(H0.xzy * vec3(0.5, 1.0, 0.5));
    // the sky in it: the normal may be of any length
    R1.xyz = nv_rfl(H0.xyz, TEX1.xyz);
    H1 = texture(texture1, R1.xyz);
    // the bottom under it
    R2.xy = H0.xz * 0.05;
    R2.xy = R2.xy * TEX2.w + TEX2.xy;
    R2.zw = TEX2.zw;
    H2 = textureProj(texture2, R2);
    H2.xyz = nv_fx12(nv_lrp(nv_fx12(deep.www), nv_fx12(deep.xyz), nv_fx12(H2.xyz)));
    // how much of which: (1 - cos)^5
    R3.x = nv_dp3(H0.xyz, TEX1.xyz);
    R3.y = nv_dp3(H0.xyz, H0.xyz);
    R3.z = nv_dp3(TEX1.xyz, TEX1.xyz);
    R3.y = R3.y * R3.z;
    R3.y = nv_rsq(R3.y);
    R3.x = nv_saturate(R3.x * R3.y);
    R3.x = 1.0 - R3.x;
    R3.x = nv_pow(R3.x, 5.0);
    R3.x = nv_lrp(0.02, 1.0, R3.x);
    color.xyz = nv_lrp(R3.xxx, H1.xyz, H2.xyz);
    color.w = 1.0;
    color = nv_saturate(color);
}

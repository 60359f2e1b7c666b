#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from curved.fp (!!NVfp4.0): fragment shader, exact numerics
// Folded paper on one side, glazed porcelain on the other: facets by derivatives, the edges of the coarse mesh in ink,
// and a studio with a window that the glaze mirrors.
//
// local[0]  eye                 local[1]  direction to the light
// local[2]  x = where along x paper ends, y = how fast
// local[3]  colour of paper     local[4]  colour of the glaze     local[5]  colour of ink, w = its strength

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 sun;
    vec4 border;
    vec4 paper;
    vec4 glaze;
    vec4 ink;
};
layout(location = 0) precise out vec4 color;

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_gpu_program4 2.X.8, RSQ: INF for zeros of either sign, NaN below
float nv_rsq(float a) {
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_gpu_program4 2.X.8, XPD
vec3 nv_xpd(vec3 a, vec3 b) {
    precise vec3 result = a.yzx * b.zxy - a.zxy * b.yzx;
    return result;
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
vec2 nv_saturate(vec2 a) {
    return vec2(nv_saturate(a.x), nv_saturate(a.y));
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
}

// NV_gpu_program4 2.X.8, MIN: the first operand unless it is greater
float nv_min(float a, float b) {
    return a > b ? b : a;
}

void main() {
    float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    precise vec4 n;
    precise vec4 f = vec4(zero);
    precise vec4 a;
    precise vec4 b;
    precise vec4 v = vec4(zero);
    precise vec4 r = vec4(zero);
    precise vec4 t;
    precise vec4 c;
    precise vec4 d;
    precise vec4 k;
    // n is the surface's normal, f the facet's.
    n.w = nv_dp3(TEX1.xyz, TEX1.xyz);
    n.w = nv_rsq(n.w);
    n.xyz = TEX1.xyz * n.w;
    a = dFdx(TEX0);
    b = dFdy(TEX0);
    f.xyz = nv_xpd(a.xyz, b.xyz);
    f.w = nv_dp3(f.xyz, f.xyz);
    f.w = nv_max(f.w, 1e-20);
    f.w = nv_rsq(f.w);
    f.xyz = f.xyz * f.w;
    v.xyz = eye.xyz - TEX0.xyz;
    v.w = nv_dp3(v.xyz, v.xyz);
    v.w = nv_rsq(v.w);
    v.xyz = v.xyz * v.w;
    // How far the paper has become porcelain.
    t.x = TEX0.x - border.x;
    t.x = nv_saturate(t.x * border.y);
    t.y = t.x * t.x;
    t.z = t.x * -2.0 + 3.0;
    t.x = t.y * t.z;
    // Paper: facets, soft light from the window and from below.
    a.x = nv_dp3(f.xyz, sun.xyz);
    a.x = nv_saturate(a.x * 0.6 + 0.4);
    a.y = f.y * 0.5 + 0.5;
    b.xyz = nv_lrp(a.yyy, vec3(0.5, 0.53, 0.6), vec3(0.36, 0.26, 0.22));
    a.x = a.x * 0.5;
    b.xyz = a.x * vec3(1.0, 0.95, 0.86) + b.xyz;
    c.xyz = paper.xyz * b.xyz;
    // Porcelain: the glaze under light, what it mirrors, more of it at the rim.
    a.x = nv_dp3(n.xyz, sun.xyz);
    a.x = nv_saturate(a.x * 0.75 + 0.25);
    a.y = n.y * 0.5 + 0.5;
    b.xyz = nv_lrp(a.yyy, vec3(0.42, 0.48, 0.6), vec3(0.16, 0.11, 0.1));
    b.xyz = a.x * vec3(0.95, 0.9, 0.8) + b.xyz;
    d.xyz = glaze.xyz * b.xyz;
    k.x = nv_dp3(n.xyz, v.xyz);
    k.y = k.x + k.x;
    r.xyz = n.xyz * k.y - v.xyz;
    k.z = nv_saturate(r.y * 1.6 + 0.45);
    b.xyz = nv_lrp(k.zzz, vec3(0.8, 0.86, 0.95), vec3(0.2, 0.14, 0.12));
    // The window: a bright rectangle of four panes.
    k.w = nv_dp3(r.xyz, sun.xyz);
    a.xyz = sun.xyz * -k.w + r.xyz;
    k.w = nv_saturate(k.w);
    a.xy = abs(a.xy);
    a.z = 0.3 - a.x;
    a.w = 0.22 - a.y;
    a.zw = nv_saturate(a.zw * 24.0);
    a.z = a.z * a.w;
    a.x = a.x - 0.014;
    a.y = a.y - 0.014;
    a.xy = nv_saturate(a.xy * 60.0);
    a.z = a.z * a.x;
    a.z = a.z * a.y;
    a.z = a.z * k.w;
    b.xyz = a.z * vec3(2.6, 2.5, 2.3) + b.xyz;
    k.x = nv_saturate(1.0 - k.x);
    k.y = k.x * k.x;
    k.y = k.y * k.y;
    k.x = k.x * k.y;
    k.x = k.x * 0.62 + 0.07;
    d.xyz = nv_lrp(k.xxx, b.xyz, d.xyz);
    d.xyz = a.z * 0.3 + d.xyz;
    c.xyz = nv_lrp(t.xxx, d.xyz, c.xyz);
    // Edges of the coarse mesh, as wide everywhere on the screen.
    a = dFdx(TEX2);
    b = dFdy(TEX2);
    a.xyz = abs(a.xyz) + abs(b.xyz);
    b.x = nv_rcp(a.x);
    b.y = nv_rcp(a.y);
    b.z = nv_rcp(a.z);
    a.xyz = TEX2.xyz * b.xyz;
    a.x = nv_min(a.x, a.y);
    a.x = nv_min(a.x, a.z);
    a.x = nv_saturate(a.x * -1.0 + 1.4);
    a.x = a.x * ink.w;
    t.y = t.x * -0.86 + 1.0;
    a.x = a.x * t.y;
    c.xyz = nv_lrp(a.xxx, ink.xyz, c.xyz);
    color.xyz = c.xyz;
    color.w = 1.0;
}

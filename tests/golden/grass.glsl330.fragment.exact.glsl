#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from grass.fp (!!ARBfp1.0): fragment shader, exact numerics
// Grass in low sun: what the sun sends through a blade is brighter and yellower than what it throws back. Between the
// roots it is dark, and far away the haze takes its colour from how near the sun one looks.
//
//   texcoord[0..2]     as grass.gp and meadow.vp give them
//   program.local[0]   xyz: the eye, w: density of the haze
//   program.local[1]   xyz: unit direction to the sun, w: how much goes through
//   program.local[2]   colour at the roots, program.local[3] colour at the tips
//   program.local[4]   colour of the haze, program.local[5] what it has more towards the sun

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 sun;
    vec4 root;
    vec4 tip;
    vec4 haze;
    vec4 blaze;
};
layout(location = 0) precise out vec4 color;

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
vec4 nv_saturate(vec4 a) {
    return vec4(nv_saturate(a.x), nv_saturate(a.y), nv_saturate(a.z), nv_saturate(a.w));
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
vec2 nv_saturate(vec2 a) {
    return vec2(nv_saturate(a.x), nv_saturate(a.y));
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.8, MIN: the first operand unless it is greater
float nv_min(float a, float b) {
    return a > b ? b : a;
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// ARB_vertex_program 2.14.5.22: of the absolute value
float nv_rsq(float a) {
    a = abs(a);
    return a < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : inversesqrt(a);
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
    float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    precise vec4 place;
    precise vec4 color_2;
    precise vec4 normal;
    precise vec4 view;
    precise vec4 light;
    precise vec4 far;
    // Blades are narrower than pixels, whose middles may lie beside them
    place.yz = nv_saturate(TEX0.yz);
    place.x = nv_max(TEX0.x, -1.0);
    place.x = nv_min(place.x, 1.0);
    normal.w = nv_dp3(TEX2.xyz, TEX2.xyz);
    normal.w = nv_rsq(normal.w);
    normal.xyz = TEX2.xyz * normal.w;
    view = eye - TEX1;
    view.w = nv_dp3(view.xyz, view.xyz);
    far.x = nv_rsq(view.w);
    view.xyz = view.xyz * far.x;
    far.x = view.w * far.x;  // the distance
    // The side that is seen
    light.x = nv_dp3(normal.xyz, view.xyz);
    normal.xyz = mix(normal.xyz, -normal.xyz, lessThan(light.xxx, vec3(0.0)));
    light.x = nv_dp3(normal.xyz, sun.xyz);
    // light: x: thrown back, y: sent through, z: how near the sun one looks, w: what of it reaches so deep
    light.z = nv_saturate(nv_dp3(-view.xyz, sun.xyz));
    light.z = light.z * light.z;
    light.w = light.z * light.z;
    light.y = light.w * 1.0 + 0.15;
    light.y = light.x < 0.0 ? 1.0 : light.y;
    light.y = light.y * sun.w;
    light.x = nv_max(light.x, zero);
    light.w = nv_saturate(place.y * 0.8 + 0.12);
    color_2.xyz = nv_lrp(place.yyy, tip.xyz, root.xyz);
    far.y = place.z * 0.7 + 0.62;
    color_2.xyz = color_2.xyz * far.y;
    // the rib
    far.y = place.x * place.x;
    far.y = far.y * 0.25 + 0.8;
    color_2.xyz = color_2.xyz * far.y;
    far.y = normal.y * 0.35 + 0.65;
    normal.xyz = far.y * vec3(0.4, 0.46, 0.52);
    far.z = light.x * 0.9;
    normal.xyz = far.z * vec3(1.0, 0.8, 0.52) + normal.xyz;
    far.z = light.y * place.y;
    normal.xyz = far.z * vec3(1.12, 1.0, 0.4) + normal.xyz;
    normal.xyz = normal.xyz * light.w;
    color_2.xyz = color_2.xyz * normal.xyz;
    // The haze
    far.x = far.x * -eye.w;
    far.x = nv_ex2(far.x);
    light.w = light.z * light.z;
    view.xyz = light.w * blaze.xyz + haze.xyz;
    color.xyz = nv_lrp(far.xxx, color_2.xyz, view.xyz);
    color.w = 1.0;
    color = nv_saturate(color);
}

#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from hall.fp (!!NVfp5.0): fragment shader, exact numerics
// The hall: a floor of inlaid tiles with rings of brass, and walls that glow where they end.
//
//   texcoord[1]        position in the world
//   program.local[0]   xyz: the eye
//   program.local[1]   xyz: unit direction to the lamp
//   program.local[2]   x: 1 for film, 0 for the light itself; y: 1 for the floor, 0 for walls; z: light of a panel
//   program.local[3]   radii of the shadow under the mirror and of the ring

in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 kind;
    vec4 radii;
};
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

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
}

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
vec2 nv_frc(vec2 a) {
    precise vec2 r = a - floor(a);
    return mix(r, vec2(0.99999994), equal(r, vec2(1.0)));
}

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
float nv_frc(float a) {
    precise float r = a - floor(a);
    return r == 1.0 ? 0.99999994 : r;
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

void main() {
    float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    precise vec4 view = vec4(zero);
    precise vec4 tile;
    precise vec4 edge;
    precise vec4 color_2;
    precise vec4 s;
    precise vec4 wall;
    // Walls: the night above, a glow at the horizon
    view.xyz = TEX1.xyz - eye.xyz;
    view.xyz = nv_nrm(view.xyz);
    s.x = abs(view.y) * 3.0;
    s.x = nv_ex2(-s.x);
    s.y = abs(view.y) * 8.0;
    s.y = nv_ex2(-s.y);
    wall.xyz = nv_lrp(s.xxx, vec3(0.34, 0.44, 0.72), vec3(0.07, 0.17, 0.36));
    s.y = s.y * 0.75;
    wall.xyz = s.y * vec3(2.1, 0.8, 0.22) + wall.xyz;
    wall.xyz = wall.xyz + kind.z;
    // The floor, in tiles that stand on their corners
    tile.x = TEX1.x + TEX1.z;
    tile.y = TEX1.x - TEX1.z;
    tile.xy = tile.xy * 0.85;
    edge.xy = floor(tile.xy);
    tile.xy = nv_frc(tile.xy);
    edge.z = edge.x + edge.y;
    edge.z = edge.z * 0.5;
    edge.z = nv_frc(edge.z);
    edge.z = edge.z * 2.0;
    color_2.xyz = nv_lrp(edge.zzz, vec3(1.05, 0.95, 0.78), vec3(0.1, 0.2, 0.24));
    tile.xy = tile.xy - 0.5;
    edge.w = nv_max(uintBitsToFloat(floatBitsToUint(tile.x) & 0x7fffffffu), uintBitsToFloat(floatBitsToUint(tile.y) & 0x7fffffffu));
    edge.w = nv_saturate(edge.w * -60.0 + 29.6);
    edge.w = edge.w * 0.75 + 0.25;
    color_2.xyz = color_2.xyz * edge.w;
    // Rings of brass beside the ring
    s.xy = TEX1.xz * TEX1.xz;
    s.x = s.x + s.y;
    s.x = nv_max(s.x, 0.0001);
    s.y = nv_rsq(s.x);
    s.x = s.x * s.y;
    s.y = s.x - radii.y;
    s.z = abs(s.y) - 1.3;
    s.z = nv_saturate(abs(s.z) * -30.0 + 2.2);
    color_2.xyz = nv_lrp(s.zzz, vec3(0.85, 0.6, 0.26), color_2.xyz);
    // Shadows under the mirror and what goes around it
    s.z = s.x * radii.z;
    s.z = s.z * s.z;
    s.z = nv_ex2(-s.z);
    s.w = s.y * 1.0;
    s.w = s.w * s.w;
    s.w = nv_ex2(-s.w);
    s.w = s.w * 0.35;
    s.z = nv_max(s.z, s.w);
    s.z = s.z * -0.85 + 1.0;
    color_2.xyz = color_2.xyz * s.z;
    color_2.xyz = color_2.xyz * vec3(1.15, 1.02, 0.86);
    // It ends in the walls' glow.
    s.w = nv_saturate(s.x * 0.07 - 0.5);
    color_2.xyz = nv_lrp(s.www, wall.xyz, color_2.xyz);
    color_2.xyz = nv_lrp(kind.yyy, color_2.xyz, wall.xyz);
    s.x = nv_ex2(-color_2.x);
    s.y = nv_ex2(-color_2.y);
    s.z = nv_ex2(-color_2.z);
    s.xyz = 1.0 - s.xyz;
    color.xyz = nv_lrp(kind.xxx, s.xyz, color_2.xyz);
    color.w = 1.0;
}

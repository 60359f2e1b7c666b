#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from arb_table.vp (!!ARBvp1.0): vertex shader, exact numerics
// A level table under light 0, which knows the round things that stand on it: soft shadows and the
// darkness where something touches it, of eight spheres, four at a time in the components of a
// vector. The matrices bring the light from eye space, where the GL keeps it, back to the table.

layout(location = 0) in vec4 position;
layout(location = 8) in vec4 vertex_texcoord_0;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 back[3];
    vec4 lamp;
    vec4 cone;
    vec4 falloff;
    vec4 lamp_color;
    vec4 glow;
    vec4 picture[2];
    vec4 spheres[8];
    vec4 softness;
};
precise out vec4 COL0;
precise out vec4 TEX0;

float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
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

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.8, LG2
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

// NV_gpu_program4 2.X.8, POW: 2^(b log2 a)
float nv_pow(float a, float b) {
    precise float power = b * nv_lg2(a);
    return nv_ex2(power);
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
vec4 nv_max(vec4 a, vec4 b) {
    return mix(b, a, greaterThan(a, b));
}

// NV_gpu_program4 2.X.8, MIN: the first operand unless it is greater
vec4 nv_min(vec4 a, vec4 b) {
    return mix(a, b, greaterThan(a, b));
}

void main() {
    precise vec4 light = vec4(zero);
    precise vec4 spot;
    precise vec4 axis = vec4(zero);
    precise vec4 open;
    precise vec4 dx;
    precise vec4 dy;
    precise vec4 dz;
    precise vec4 square;
    precise vec4 along;
    precise vec4 away;
    precise vec4 sky;
    precise vec4 share;
    precise vec4 HPOS;
    // The x, y and z of four centres, four radii; twice. Then x = 1 / softness of the shadows, y = how fast they
    // end towards the lamp
    HPOS.x = nv_dp4(mvp[0], position);
    HPOS.y = nv_dp4(mvp[1], position);
    HPOS.z = nv_dp4(mvp[2], position);
    HPOS.w = nv_dp4(mvp[3], position);
    // Unit vector to the lamp, and what its distance and cone leave
    light.x = nv_dp4(back[0], lamp);
    light.y = nv_dp4(back[1], lamp);
    light.z = nv_dp4(back[2], lamp);
    light.xyz = light.xyz - position.xyz;
    light.w = nv_dp3(light.xyz, light.xyz);
    spot.w = nv_rsq(light.w);
    light.xyz = light.xyz * spot.w;
    spot = vec4(1.0, light.w * spot.w, light.w, spot.w);
    spot.x = nv_dp3(spot.xyz, falloff.xyz);
    spot.x = nv_rcp(spot.x);
    axis.x = nv_dp3(back[0].xyz, cone.xyz);
    axis.y = nv_dp3(back[1].xyz, cone.xyz);
    axis.z = nv_dp3(back[2].xyz, cone.xyz);
    axis.w = nv_dp3(axis.xyz, axis.xyz);
    axis.w = nv_rsq(axis.w);
    axis.xyz = axis.xyz * axis.w;
    spot.y = nv_dp3(-light.xyz, axis.xyz);
    spot.z = nv_opaque(float(spot.y >= cone.w));
    spot.y = nv_max(spot.y, zero);
    spot.y = nv_pow(spot.y, falloff.w);
    spot.x = spot.x * spot.y;
    spot.x = spot.x * spot.z;
    // Spheres 0 to 3: square = distance^2 of the centres, along = distance along the ray to the lamp
    dx = spheres[0] - position.x;
    dy = spheres[1] - position.y;
    dz = spheres[2] - position.z;
    square = dx * dx;
    square = dy * dy + square;
    square = dz * dz + square;
    along = dx * light.x;
    along = dy * light.y + along;
    along = dz * light.z + along;
    // How far the ray passes from their surface; what lies behind it, casts less and less
    away = -along * along + square;
    away = nv_max(away, vec4(zero));
    share.x = nv_rsq(away.x);
    share.y = nv_rsq(away.y);
    share.z = nv_rsq(away.z);
    share.w = nv_rsq(away.w);
    away = away * share - spheres[3];
    away = away * softness.x + 0.5;
    share = nv_max(-along, vec4(zero));
    away = share * softness.y + away;
    away = nv_max(away, vec4(zero));
    away = nv_min(away, vec4(1.0));
    // 3 t^2 - 2 t^3
    share = away + away;
    share = 3.0 - share;
    share = share * away;
    open = share * away;
    // Sky they hide: (r / d)^2 times the cosine to the centre
    share.x = nv_rsq(square.x);
    share.y = nv_rsq(square.y);
    share.z = nv_rsq(square.z);
    share.w = nv_rsq(square.w);
    dy = dy * share;
    share = share * spheres[3];
    share = share * share;
    share = share * dy;
    share = nv_max(share, vec4(zero));
    sky = 1.0 - share;
    // Spheres 4 to 7: square = distance^2 of the centres, along = distance along the ray to the lamp
    dx = spheres[4] - position.x;
    dy = spheres[5] - position.y;
    dz = spheres[6] - position.z;
    square = dx * dx;
    square = dy * dy + square;
    square = dz * dz + square;
    along = dx * light.x;
    along = dy * light.y + along;
    along = dz * light.z + along;
    // How far the ray passes from their surface; what lies behind it, casts less and less
    away = -along * along + square;
    away = nv_max(away, vec4(zero));
    share.x = nv_rsq(away.x);
    share.y = nv_rsq(away.y);
    share.z = nv_rsq(away.z);
    share.w = nv_rsq(away.w);
    away = away * share - spheres[7];
    away = away * softness.x + 0.5;
    share = nv_max(-along, vec4(zero));
    away = share * softness.y + away;
    away = nv_max(away, vec4(zero));
    away = nv_min(away, vec4(1.0));
    // 3 t^2 - 2 t^3
    share = away + away;
    share = 3.0 - share;
    share = share * away;
    share = share * away;
    open = open * share;
    // Sky they hide: (r / d)^2 times the cosine to the centre
    share.x = nv_rsq(square.x);
    share.y = nv_rsq(square.y);
    share.z = nv_rsq(square.z);
    share.w = nv_rsq(square.w);
    dy = dy * share;
    share = share * spheres[7];
    share = share * share;
    share = share * dy;
    share = nv_max(share, vec4(zero));
    share = 1.0 - share;
    sky = sky * share;
    open.xy = open.xy * open.zw;
    open.x = open.x * open.y;
    sky.xy = sky.xy * sky.zw;
    sky.x = sky.x * sky.y;
    // Lambert's cosine on a level table
    open.x = open.x * spot.x;
    open.x = open.x * light.y;
    sky.xyz = sky.x * glow.xyz;
    COL0.xyz = lamp_color.xyz * open.x + sky.xyz;
    COL0.w = glow.w;
    TEX0.x = nv_dp4(picture[0], vertex_texcoord_0);
    TEX0.y = nv_dp4(picture[1], vertex_texcoord_0);
    TEX0.zw = vec2(zero, 1.0);
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
}

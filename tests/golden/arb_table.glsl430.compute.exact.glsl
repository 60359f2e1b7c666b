#version 430
// Translated from arb_table.vp (!!ARBvp1.0): compute shader, exact numerics
// A level table under light 0, which knows the round things that stand on it: soft shadows and the
// darkness where something touches it, of eight spheres, four at a time in the components of a
// vector. The matrices bring the light from eye space, where the GL keeps it, back to the table.

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Attributes {
    uvec4 attributes[];
};
layout(std430, binding = 1) writeonly buffer Results {
    uvec4 results[];
};
uniform uint vertex_count;
layout(std140, binding = 0) uniform ProgramParameters {
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

float zero = uintBitsToFloat(vertex_count >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

// products below 2^-126, before rounding, are zero
vec4 nv_product(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise vec4 scaled = a * 16777216.0 * b;
    vec4 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec4(uintBitsToFloat(0x0c800000u))));
}

// magnitudes below 2^-126 are zero
float nv_flush(float a) {
    float zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return abs(a) < uintBitsToFloat(0x00800000u) ? zero : a;
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(nv_flush(product.x + product.y) + product.z) + product.w);
    return sum;
}

// magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
}

// products below 2^-126, before rounding, are zero
vec3 nv_product(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise vec3 scaled = a * 16777216.0 * b;
    vec3 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec3(uintBitsToFloat(0x0c800000u))));
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = nv_product(a, b);
    precise float sum = nv_flush(nv_flush(product.x + product.y) + product.z);
    return sum;
}

// ARB_vertex_program 2.14.5.22: of the absolute value
float nv_rsq(float a) {
    a = abs(a);
    return a < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : inversesqrt(a);
}

// products below 2^-126, before rounding, are zero
float nv_product(float a, float b) {
    precise float product = a * b;
    precise float scaled = a * 16777216.0 * b;
    float zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return abs(scaled) < uintBitsToFloat(0x0c800000u) ? zero : product;
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

// magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
vec4 nv_max(vec4 a, vec4 b) {
    return mix(b, a, greaterThan(a, b));
}

// NV_gpu_program4 2.X.8, MIN: the first operand unless it is greater
vec4 nv_min(vec4 a, vec4 b) {
    return mix(a, b, greaterThan(a, b));
}

// products below 2^-126, before rounding, are zero
vec2 nv_product(vec2 a, vec2 b) {
    precise vec2 product = a * b;
    precise vec2 scaled = a * 16777216.0 * b;
    vec2 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec2(uintBitsToFloat(0x0c800000u))));
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vec4 position = nv_flush(uintBitsToFloat(attributes[vertex * 2u]));
    vec4 vertex_texcoord_0 = nv_flush(uintBitsToFloat(attributes[vertex * 2u + 1u]));
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
    precise vec4 COL0;
    precise vec4 TEX0;
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
    light.xyz = nv_flush(light.xyz - position.xyz);
    light.w = nv_dp3(light.xyz, light.xyz);
    spot.w = nv_rsq(light.w);
    light.xyz = nv_product(light.xyz, spot.www);
    spot = vec4(1.0, nv_product(light.w, spot.w), light.w, spot.w);
    spot.x = nv_dp3(spot.xyz, falloff.xyz);
    spot.x = nv_rcp(spot.x);
    axis.x = nv_dp3(back[0].xyz, cone.xyz);
    axis.y = nv_dp3(back[1].xyz, cone.xyz);
    axis.z = nv_dp3(back[2].xyz, cone.xyz);
    axis.w = nv_dp3(axis.xyz, axis.xyz);
    axis.w = nv_rsq(axis.w);
    axis.xyz = nv_product(axis.xyz, axis.www);
    spot.y = nv_dp3(-light.xyz, axis.xyz);
    spot.z = nv_opaque(float(spot.y >= cone.w));
    spot.y = nv_max(spot.y, zero);
    spot.y = nv_pow(spot.y, falloff.w);
    spot.x = nv_product(spot.x, spot.y);
    spot.x = nv_product(spot.x, spot.z);
    // Spheres 0 to 3: square = distance^2 of the centres, along = distance along the ray to the lamp
    dx = nv_flush(spheres[0] - position.x);
    dy = nv_flush(spheres[1] - position.y);
    dz = nv_flush(spheres[2] - position.z);
    square = nv_product(dx, dx);
    square = nv_flush(nv_product(dy, dy) + square);
    square = nv_flush(nv_product(dz, dz) + square);
    along = nv_product(dx, light.xxxx);
    along = nv_flush(nv_product(dy, light.yyyy) + along);
    along = nv_flush(nv_product(dz, light.zzzz) + along);
    // How far the ray passes from their surface; what lies behind it, casts less and less
    away = nv_flush(nv_product(-along, along) + square);
    away = nv_max(away, vec4(zero));
    share.x = nv_rsq(away.x);
    share.y = nv_rsq(away.y);
    share.z = nv_rsq(away.z);
    share.w = nv_rsq(away.w);
    away = nv_flush(nv_product(away, share) - spheres[3]);
    away = nv_flush(nv_product(away, softness.xxxx) + 0.5);
    share = nv_max(-along, vec4(zero));
    away = nv_flush(nv_product(share, softness.yyyy) + away);
    away = nv_max(away, vec4(zero));
    away = nv_min(away, vec4(1.0));
    // 3 t^2 - 2 t^3
    share = nv_flush(away + away);
    share = nv_flush(3.0 - share);
    share = nv_product(share, away);
    open = nv_product(share, away);
    // Sky they hide: (r / d)^2 times the cosine to the centre
    share.x = nv_rsq(square.x);
    share.y = nv_rsq(square.y);
    share.z = nv_rsq(square.z);
    share.w = nv_rsq(square.w);
    dy = nv_product(dy, share);
    share = nv_product(share, spheres[3]);
    share = nv_product(share, share);
    share = nv_product(share, dy);
    share = nv_max(share, vec4(zero));
    sky = nv_flush(1.0 - share);
    // Spheres 4 to 7: square = distance^2 of the centres, along = distance along the ray to the lamp
    dx = nv_flush(spheres[4] - position.x);
    dy = nv_flush(spheres[5] - position.y);
    dz = nv_flush(spheres[6] - position.z);
    square = nv_product(dx, dx);
    square = nv_flush(nv_product(dy, dy) + square);
    square = nv_flush(nv_product(dz, dz) + square);
    along = nv_product(dx, light.xxxx);
    along = nv_flush(nv_product(dy, light.yyyy) + along);
    along = nv_flush(nv_product(dz, light.zzzz) + along);
    // How far the ray passes from their surface; what lies behind it, casts less and less
    away = nv_flush(nv_product(-along, along) + square);
    away = nv_max(away, vec4(zero));
    share.x = nv_rsq(away.x);
    share.y = nv_rsq(away.y);
    share.z = nv_rsq(away.z);
    share.w = nv_rsq(away.w);
    away = nv_flush(nv_product(away, share) - spheres[7]);
    away = nv_flush(nv_product(away, softness.xxxx) + 0.5);
    share = nv_max(-along, vec4(zero));
    away = nv_flush(nv_product(share, softness.yyyy) + away);
    away = nv_max(away, vec4(zero));
    away = nv_min(away, vec4(1.0));
    // 3 t^2 - 2 t^3
    share = nv_flush(away + away);
    share = nv_flush(3.0 - share);
    share = nv_product(share, away);
    share = nv_product(share, away);
    open = nv_product(open, share);
    // Sky they hide: (r / d)^2 times the cosine to the centre
    share.x = nv_rsq(square.x);
    share.y = nv_rsq(square.y);
    share.z = nv_rsq(square.z);
    share.w = nv_rsq(square.w);
    dy = nv_product(dy, share);
    share = nv_product(share, spheres[7]);
    share = nv_product(share, share);
    share = nv_product(share, dy);
    share = nv_max(share, vec4(zero));
    share = nv_flush(1.0 - share);
    sky = nv_product(sky, share);
    open.xy = nv_product(open.xy, open.zw);
    open.x = nv_product(open.x, open.y);
    sky.xy = nv_product(sky.xy, sky.zw);
    sky.x = nv_product(sky.x, sky.y);
    // Lambert's cosine on a level table
    open.x = nv_product(open.x, spot.x);
    open.x = nv_product(open.x, light.y);
    sky.xyz = nv_product(sky.xxx, glow.xyz);
    COL0.xyz = nv_flush(nv_product(lamp_color.xyz, open.xxx) + sky.xyz);
    COL0.w = glow.w;
    TEX0.x = nv_dp4(picture[0], vertex_texcoord_0);
    TEX0.y = nv_dp4(picture[1], vertex_texcoord_0);
    TEX0.zw = vec2(zero, 1.0);
    results[vertex * 3u] = floatBitsToUint(HPOS);
    results[vertex * 3u + 1u] = floatBitsToUint(COL0);
    results[vertex * 3u + 2u] = floatBitsToUint(TEX0);
}

#version 430
// Translated from arb_lighting.vp (!!ARBvp1.0): compute shader, exact numerics
// The GL's own lighting, read from the GL's own state: a spot light that falls off with the distance
// (light 0) and a directional light (light 1) on one material. Texture unit 0 has the mesh's
// coordinates under the texture matrix, unit 1 a sphere map.

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
    vec4 modelview[3];
    vec4 normals[3];
    vec4 picture[2];
    vec4 lamp;
    vec4 cone;  // w = cosine of the cutoff
    vec4 falloff;  // constant, linear, quadratic; w = spot exponent
    vec4 lamp_ambient;  // the light's colours times the material's
    vec4 lamp_diffuse;
    vec4 lamp_specular;
    vec4 window;
    vec4 window_half;
    vec4 window_ambient;
    vec4 window_diffuse;
    vec4 window_specular;
    vec4 glow;
    vec4 shininess;
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

// magnitudes below 2^-126 are zero
vec3 nv_flush(vec3 a) {
    vec3 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec3(uintBitsToFloat(0x00800000u))));
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

// NV_gpu_program4 2.X.8, LIT
float nv_positive(float a) {
    return a <= 0.0 ? 0.0 : a;
}

// NV_gpu_program4 2.X.8, LIT: y^w where x > 0; anything to the power 0 is 1
float nv_specular(float x, float y, float w) {
    if (!(x > 0.0)) {
        return 0.0;
    }
    y = y < 0.0 ? 0.0 : y;
    w = w < -127.99999 ? -127.99999 : w > 127.99999 ? 127.99999 : w;
    return w == 0.0 ? 1.0 : nv_pow(y, w);
}

// exact numerics: constants that no compiler folds
vec4 nv_opaque(vec4 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec4(zero)));
}

// products below 2^-126, before rounding, are zero
vec2 nv_product(vec2 a, vec2 b) {
    precise vec2 product = a * b;
    precise vec2 scaled = a * 16777216.0 * b;
    vec2 zero = intBitsToFloat(floatBitsToInt(product) & ~0x7fffffff);
    return mix(product, zero, lessThan(abs(scaled), vec2(uintBitsToFloat(0x0c800000u))));
}

// magnitudes below 2^-126 are zero
vec2 nv_flush(vec2 a) {
    vec2 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec2(uintBitsToFloat(0x00800000u))));
}

// magnitudes below 2^-126 are zero
vec4 nv_flush(vec4 a) {
    vec4 zero = intBitsToFloat(floatBitsToInt(a) & ~0x7fffffff);
    return mix(a, zero, lessThan(abs(a), vec4(uintBitsToFloat(0x00800000u))));
}

void main() {
    uint vertex = gl_GlobalInvocationID.x;
    if (vertex >= vertex_count) return;
    vec4 position = nv_flush(uintBitsToFloat(attributes[vertex * 3u]));
    vec4 normal = nv_flush(uintBitsToFloat(attributes[vertex * 3u + 1u]));
    vec4 vertex_texcoord_0 = nv_flush(uintBitsToFloat(attributes[vertex * 3u + 2u]));
    precise vec4 eye = vec4(zero);
    precise vec4 n = vec4(zero);
    precise vec4 view;
    precise vec4 light = vec4(zero);
    precise vec4 v_half;
    precise vec4 cosines = vec4(zero);
    precise vec4 spot;
    precise vec4 shares;
    precise vec4 color;
    precise vec4 gloss;
    precise vec4 mirror;
    precise vec4 HPOS;
    precise vec4 COL0;
    precise vec4 COL1 = vec4(0.0);
    precise vec4 TEX0;
    precise vec4 TEX1;
    HPOS.x = nv_dp4(mvp[0], position);
    HPOS.y = nv_dp4(mvp[1], position);
    HPOS.z = nv_dp4(mvp[2], position);
    HPOS.w = nv_dp4(mvp[3], position);
    // Position and unit normal in eye space, unit vector to the eye
    eye.x = nv_dp4(modelview[0], position);
    eye.y = nv_dp4(modelview[1], position);
    eye.z = nv_dp4(modelview[2], position);
    n.x = nv_dp3(normals[0].xyz, normal.xyz);
    n.y = nv_dp3(normals[1].xyz, normal.xyz);
    n.z = nv_dp3(normals[2].xyz, normal.xyz);
    n.w = nv_dp3(n.xyz, n.xyz);
    n.w = nv_rsq(n.w);
    n.xyz = nv_product(n.xyz, n.www);
    view.w = nv_dp3(eye.xyz, eye.xyz);
    view.w = nv_rsq(view.w);
    view.xyz = nv_product(-eye.xyz, view.www);
    // To the lamp; DST gives 1, d, d*d for the falloff with the distance
    light.xyz = nv_flush(lamp.xyz - eye.xyz);
    light.w = nv_dp3(light.xyz, light.xyz);
    v_half.w = nv_rsq(light.w);
    light.xyz = nv_product(light.xyz, v_half.www);
    spot = vec4(1.0, nv_product(light.w, v_half.w), light.w, v_half.w);
    spot.x = nv_dp3(spot.xyz, falloff.xyz);
    spot.x = nv_rcp(spot.x);
    // The spot: the cosine to its axis to the power of the exponent, nothing outside the cutoff
    v_half.w = nv_dp3(cone.xyz, cone.xyz);
    v_half.w = nv_rsq(v_half.w);
    v_half.xyz = nv_product(cone.xyz, v_half.www);
    spot.y = nv_dp3(-light.xyz, v_half.xyz);
    spot.z = nv_opaque(float(spot.y >= cone.w));
    spot.y = nv_max(spot.y, zero);
    spot.y = nv_pow(spot.y, falloff.w);
    spot.x = nv_product(spot.x, spot.y);
    spot.x = nv_product(spot.x, spot.z);
    // Lamp: y = diffuse share, z = specular share
    v_half.xyz = nv_flush(light.xyz + view.xyz);
    v_half.w = nv_dp3(v_half.xyz, v_half.xyz);
    v_half.w = nv_rsq(v_half.w);
    v_half.xyz = nv_product(v_half.xyz, v_half.www);
    cosines.x = nv_dp3(n.xyz, light.xyz);
    cosines.y = nv_dp3(n.xyz, v_half.xyz);
    cosines.w = shininess.x;
    shares = nv_opaque(vec4(1.0, nv_positive(cosines.x), nv_specular(cosines.x, cosines.y, cosines.w), 1.0));
    shares = nv_product(shares, spot.xxxx);
    color.xyz = nv_flush(nv_product(lamp_ambient.xyz, spot.xxx) + glow.xyz);
    color.xyz = nv_flush(nv_product(lamp_diffuse.xyz, shares.yyy) + color.xyz);
    gloss.xyz = nv_product(lamp_specular.xyz, shares.zzz);
    // Window
    cosines.x = nv_dp3(n.xyz, window.xyz);
    cosines.y = nv_dp3(n.xyz, window_half.xyz);
    shares = nv_opaque(vec4(1.0, nv_positive(cosines.x), nv_specular(cosines.x, cosines.y, cosines.w), 1.0));
    color.xyz = nv_flush(color.xyz + window_ambient.xyz);
    color.xyz = nv_flush(nv_product(window_diffuse.xyz, shares.yyy) + color.xyz);
    COL1.xyz = nv_flush(nv_product(window_specular.xyz, shares.zzz) + gloss.xyz);
    COL0.xyz = color.xyz;
    COL0.w = glow.w;
    TEX0.x = nv_dp4(picture[0], vertex_texcoord_0);
    TEX0.y = nv_dp4(picture[1], vertex_texcoord_0);
    TEX0.zw = vec2(zero, 1.0);
    // Sphere map: the mirrored view r, r.xy / 2 sqrt(rx^2 + ry^2 + (rz + 1)^2) + 1/2
    mirror.w = nv_dp3(n.xyz, view.xyz);
    mirror.w = nv_product(mirror.w, 2.0);
    mirror.xyz = nv_flush(nv_product(n.xyz, mirror.www) - view.xyz);
    mirror.z = nv_flush(mirror.z + 1.0);
    mirror.w = nv_dp3(mirror.xyz, mirror.xyz);
    mirror.w = nv_rsq(mirror.w);
    mirror.w = nv_product(mirror.w, 0.5);
    TEX1.xy = nv_flush(nv_product(mirror.xy, mirror.ww) + 0.5);
    TEX1.zw = vec2(zero, 1.0);
    results[vertex * 5u] = floatBitsToUint(HPOS);
    results[vertex * 5u + 1u] = floatBitsToUint(COL0);
    results[vertex * 5u + 2u] = floatBitsToUint(COL1);
    results[vertex * 5u + 3u] = floatBitsToUint(TEX0);
    results[vertex * 5u + 4u] = floatBitsToUint(TEX1);
}

#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from lake.fp (!!ARBfp1.0): fragment shader, exact numerics
// A lake that mirrors what stands far away by a cube map, and what stands on its shore by a picture from below the water;
// two sheets of ripples travel over it.
//
//   texcoord[1]        position in the world, the water at y = 0
//   fragment.position  where in the window, for the mirrored picture
//   texture[0]         normals of ripples, 0.5 for none, y along z of the world
//   texture[1]         the surroundings, a cube map
//   texture[2]         the mirrored picture, upside down; its alpha says where something stands
//   program.local[0]   xyz: the eye, w: shininess
//   program.local[1]   xyz: unit direction to the sun, w: height of the ripples
//   program.local[2]   xy, zw: how far the two sheets have travelled
//   program.local[3]   zw: 1 / width, 1 / height of the window
//   program.local[4]   rgb: the depth of the lake, a: mirrored from straight above

in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 sun;
    vec4 drift;
    vec4 window;
    vec4 deep;
};
uniform sampler2D texture0;
uniform samplerCube texture1;
uniform sampler2D texture2;
layout(location = 0) precise out vec4 color;

float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
vec4 nv_saturate(vec4 a) {
    return vec4(nv_saturate(a.x), nv_saturate(a.y), nv_saturate(a.z), nv_saturate(a.w));
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

// exact numerics: constants that no compiler folds
vec3 nv_opaque(vec3 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec3(zero)));
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    return a > b ? a : b;
}

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
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

void main() {
    precise vec4 place = vec4(zero);
    precise vec4 normal;
    precise vec4 other;
    precise vec4 view;
    precise vec4 mirrored;
    precise vec4 near;
    precise vec4 share;
    precise vec4 v_half;
    place.xy = TEX1.xz * 0.21 + drift.xy;
    normal = texture(texture0, place.xy);
    place.xy = TEX1.xz * 0.13 + drift.zw;
    other = texture(texture0, place.xy);
    normal = normal + other;
    normal.xy = normal.xy - 1.0;
    // Farther off one pixel has many ripples, which take each other away
    view = eye - TEX1;
    view.w = nv_dp3(view.xyz, view.xyz);
    view.w = nv_rsq(view.w);
    view.xyz = view.xyz * view.w;
    share.x = nv_saturate(view.w * 5.0);
    share.x = share.x * sun.w;
    normal.xz = normal.xy * share.x;
    normal.y = 1.0;
    normal.w = nv_dp3(nv_opaque(normal.xyz), nv_opaque(normal.xyz));
    normal.w = nv_rsq(normal.w);
    normal.xyz = normal.xyz * normal.w;
    mirrored.w = nv_dp3(normal.xyz, view.xyz);
    mirrored.w = mirrored.w + mirrored.w;
    mirrored.xyz = normal.xyz * mirrored.w - view.xyz;
    mirrored.y = nv_max(mirrored.y, 0.002);
    mirrored = texture(texture1, mirrored.xyz);
    place = gl_FragCoord * window.zwzw;
    place.y = 1.0 - place.y;
    other.xy = normal.xz * vec2(0.9, 1.6);
    other.xy = other.xy * share.x;
    place.xy = place.xy + other.xy;
    near = texture(texture2, place.xy);
    mirrored.xyz = nv_lrp(near.www, near.xyz, mirrored.xyz);
    // Fresnel's share, after Schlick
    share.y = nv_saturate(nv_dp3(normal.xyz, view.xyz));
    share.y = 1.0 - share.y;
    share.z = share.y * share.y;
    share.z = share.z * share.z;
    share.y = share.z * share.y;
    share.z = 1.0 - deep.w;
    share.y = share.y * share.z + deep.w;
    mirrored.xyz = nv_lrp(share.yyy, mirrored.xyz, deep.xyz);
    // The sun on the ripples
    v_half = view + sun;
    v_half.w = nv_dp3(v_half.xyz, v_half.xyz);
    v_half.w = nv_rsq(v_half.w);
    v_half.xyz = v_half.xyz * v_half.w;
    v_half.w = nv_saturate(nv_dp3(v_half.xyz, normal.xyz));
    v_half.w = nv_pow(v_half.w, eye.w);
    near.w = 1.0 - near.w;
    v_half.w = v_half.w * near.w;
    color.xyz = vec3(1.0, 0.72, 0.42) * v_half.w + mirrored.xyz;
    color.w = 1.0;
    color = nv_saturate(color);
}

#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from dish.fp (!!NVfp4.0): fragment shader, exact numerics
// A thin layer of liquid that shows how sick its cells are: the sicker, the paler, and the higher the surface.
//
//   texcoord[1]        position in the world, the middle of the dish at 0 and its radius 1
//   texture[0]         the cells, red from 0 to 0.78
//   program.local[0]   xyz: the eye, w: shininess
//   program.local[1]   xyz: unit direction to the light, w: how steep the waves are

in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 light;
};
uniform sampler2D texture0;
layout(location = 0) precise out vec4 color;

float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

// exact numerics: constants that no compiler folds
vec3 nv_opaque(vec3 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec3(zero)));
}

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

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_gpu_program4 2.X.8, LIT
float nv_positive(float a) {
    return a <= 0.0 ? 0.0 : a;
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

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

// NV_gpu_program4 2.X.8, LRP
vec4 nv_lrp(vec4 a, vec4 b, vec4 c) {
    precise vec4 sum = a * b + (1.0 - a) * c;
    return sum;
}

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
}

void main() {
    precise vec4 place = vec4(zero);
    precise vec4 cells;
    precise vec4 right;
    precise vec4 above;
    precise vec4 normal = vec4(zero);
    precise vec4 view = vec4(zero);
    precise vec4 v_half = vec4(zero);
    precise vec4 lit = vec4(zero);
    precise vec4 color_2;
    precise vec4 share;
    place.xy = TEX1.xz * 0.48 + 0.5;
    cells = texture(texture0, place.xy);
    right = textureOffset(texture0, place.xy, ivec2(1, 0));
    above = textureOffset(texture0, place.xy, ivec2(0, 1));
    // The surface leans away from where it is higher
    normal.x = cells.x - right.x;
    normal.z = cells.x - above.x;
    normal.xz = normal.xz * light.w;
    normal.y = 1.0;
    normal.xyz = nv_nrm(nv_opaque(normal.xyz));
    view.xyz = eye.xyz - TEX1.xyz;
    view.xyz = nv_nrm(view.xyz);
    v_half.xyz = view.xyz + light.xyz;
    v_half.xyz = nv_nrm(v_half.xyz);
    lit.x = nv_dp3(normal.xyz, light.xyz);
    lit.y = nv_dp3(normal.xyz, v_half.xyz);
    lit.w = eye.w;
    lit = nv_opaque(vec4(1.0, nv_positive(lit.x), nv_specular(lit.x, lit.y, lit.w), 1.0));
    // Deep where all is well, then blue, amber, cream; between the three texels fronts are not as jagged
    cells.x = cells.x + right.x;
    cells.x = cells.x + above.x;
    share.x = nv_saturate(cells.x * 1.0);
    share.y = nv_saturate(cells.x * 1.1 - 0.9);
    share.z = nv_saturate(cells.x * 1.2 - 1.8);
    color_2 = nv_lrp(share.xxxx, vec4(0.04, 0.23, 0.38, 1.0), vec4(0.015, 0.04, 0.09, 1.0));
    color_2 = nv_lrp(share.yyyy, vec4(0.9, 0.42, 0.1, 1.0), color_2);
    color_2 = nv_lrp(share.zzzz, vec4(1.0, 0.9, 0.7, 1.0), color_2);
    lit.y = lit.y * 0.75 + 0.3;
    color_2.xyz = color_2.xyz * lit.y;
    // A still film reflects little from above and much at a slant
    share.w = nv_saturate(nv_dp3(normal.xyz, view.xyz));
    share.w = 1.0 - share.w;
    share.x = share.w * share.w;
    share.x = share.x * share.x;
    share.x = nv_saturate(share.x * share.w + 0.03);
    color_2.xyz = nv_lrp(share.xxx, vec3(0.4, 0.52, 0.62), color_2.xyz);
    color_2.xyz = lit.z * 0.55 + color_2.xyz;
    // The wall of the dish keeps light from the rim
    share.y = nv_dp3(TEX1.xyz, TEX1.xyz);
    share.y = share.y * share.y;
    share.y = share.y * share.y;
    share.y = share.y * -0.6 + 1.0;
    color.xyz = color_2.xyz * share.y;
    color.w = 1.0;
}

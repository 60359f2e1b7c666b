#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from foliage.fp (!!ARBfp1.0): fragment shader, exact numerics
// Leaves: what the texture leaves out is cut away, the rest is lit per pixel with a specular highlight.
//   texcoord[0]  texture coordinates
//   texcoord[1]  normal
//   texcoord[2]  half vector
//   texcoord[3]  direction to the light

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
in vec4 TEX3;
layout(std140) uniform FragmentParameters {
    vec4 threshold;  // below this alpha there is no leaf
    vec4 shininess;
    vec4 ambient;
    vec4 diffuse;
    vec4 specular_2;
};
uniform sampler2D texture0;
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

void main() {
    precise vec4 leaf;
    precise vec4 normal;
    precise vec4 v_half;
    precise vec4 light;
    precise vec4 products;
    precise vec4 lit;
    leaf = texture(texture0, TEX0.xy);
    products = vec4(leaf.w - threshold.x);
    if (products.x < 0.0) discard;  // no leaf here
    // unit vectors: interpolation shortens them
    normal.w = nv_dp3(TEX1.xyz, TEX1.xyz);
    normal.w = nv_rsq(normal.w);
    normal.xyz = TEX1.xyz * normal.w;
    v_half.w = nv_dp3(TEX2.xyz, TEX2.xyz);
    v_half.w = nv_rsq(v_half.w);
    v_half.xyz = TEX2.xyz * v_half.w;
    light.w = nv_dp3(TEX3.xyz, TEX3.xyz);
    light.w = nv_rsq(light.w);
    light.xyz = TEX3.xyz * light.w;
    products.x = nv_dp3(normal.xyz, light.xyz);
    products.y = nv_dp3(normal.xyz, v_half.xyz);
    products.w = shininess.x;
    lit = nv_opaque(vec4(1.0, nv_positive(products.x), nv_specular(products.x, products.y, products.w), 1.0));
    products.xyz = lit.y * diffuse.xyz + ambient.xyz;
    products.xyz = products.xyz * leaf.xyz;
    color.xyz = lit.z * specular_2.xyz + products.xyz;
    color.w = leaf.w;
    color = nv_saturate(color);
}

#version 430
// Translated from veil.fp (!!NVfp5.0): fragment shader, exact numerics
// Light that was counted, as the eye takes it: by its logarithm, in front of a dark sky.
//
//   image[0]            light: red, green and blue in layers 0 to 2 (ARRAY2D, R32UI)
//   texcoord[0]         where in the picture
//   program.local[0]    x: light that is bright, y: contrast, z: how dark the corners are, w: 1 / light that needs no filter

layout(r32ui, binding = 0) readonly uniform uimage2DArray image0;

in vec4 TEX0;
layout(std140, binding = 20) uniform FragmentParameters {
    vec4 look;
} program;
layout(location = 0) precise out vec4 color;

float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
ivec4 home, texel;
uvec4 counted, size, r;
precise vec4 sum, color_2, own, weight;

// exact numerics: constants that no compiler folds
vec3 nv_opaque(vec3 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec3(zero)));
}

// NV_gpu_program5 2.X.8, CVT
bool nv_round_up(uint kept, uint rest, uint middle, bool negative, int rounding) {
    if (rounding == 0) return rest > middle || (rest == middle && (kept & 1u) != 0u);
    return rest != 0u && (rounding == 1 ? !negative : rounding == 2 && negative);
}

// NV_gpu_program5 2.X.8, CVT
uint nv_narrow(uint a, uint bits, bool extend) {
    uint high = a << (32u - bits);
    return extend ? uint(int(high) >> (32u - bits)) : high >> (32u - bits);
}

// NV_gpu_program5 2.X.8, CVT
uint nv_within(uint size, bool negative, bool over, uint bits, bool extend, bool clamped) {
    uint limit = negative ? (extend ? 1u << (bits - 1u) : 0u)
        : 0xffffffffu >> (extend ? 33u - bits : 32u - bits);
    if (clamped && (over || size > limit)) size = limit;
    return nv_narrow(negative ? ~size + 1u : size, bits, extend);
}

// NV_gpu_program5 2.X.8, CVT
uint nv_integer_of_float(uint a, int rounding, uint bits, bool extend, bool clamped) {
    uint exponent = a >> 23 & 0xffu, fraction = a & 0x7fffffu;
    if (exponent == 0u || (exponent == 255u && fraction != 0u)) return 0u;
    bool negative = a >> 31 != 0u;
    uint whole = fraction | 0x800000u, size = 0u;
    if (exponent < 150u) {
        uint shift = min(150u - exponent, 31u), rest = whole & ((1u << shift) - 1u);
        size = whole >> shift;
        size += uint(nv_round_up(size, rest, 1u << (shift - 1u), negative, rounding));
    } else if (exponent < 182u) {
        size = whole << (exponent - 150u);
    }
    bool limited = clamped || exponent == 255u;
    return nv_within(size, negative, exponent > 158u, bits, extend, limited);
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float r = mix(mix(a, 0.0, a < 0.0), 1.0, a > 1.0);
    return r;
}

// NV_gpu_program4 2.X.8, LRP
vec4 nv_lrp(vec4 a, vec4 b, vec4 c) {
    precise vec4 sum = a * b + (1.0 - a) * c;
    return sum;
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// NV_gpu_program4 2.X.8, LG2
float nv_lg2(float a) {
    int bits = floatBitsToInt(a) - 0x3f3504f3;
    float m = intBitsToFloat((bits & 0x007fffff) + 0x3f3504f3);
    precise float x = (m - 1.0) / (m + 1.0);
    precise float y = x * x;
    precise float r = float(bits >> 23)
        + x * (2.88539 + y * 0.96179885 + y * y * (0.57671386 + y * 0.43174833));
    if (!(a >= uintBitsToFloat(0x00800000u))) {
        r = a > -uintBitsToFloat(0x00800000u) ? -uintBitsToFloat(0x7f800000u)
            : uintBitsToFloat(0x7fc00000u);
    }
    return isnan(a) || a == uintBitsToFloat(0x7f800000u) ? a : r;
}

// NV_gpu_program4 2.X.8, EX2
float nv_ex2(float a) {
    float n = floor(clamp(a, -127.0, 128.0));
    precise float x = clamp(a, -127.0, 128.0) - n;
    precise float y = x * x;
    precise float r = 1.0 + x * (0.693147 + x * 0.24023011 + y * (0.05548128 + x * 0.0096838456
        + y * (0.0012388321 + x * 0.00021892281)));
    r *= intBitsToFloat(int(n) + 127 << 23);  // 0 and INF, too
    return isnan(a) ? a : r;
}

// NV_gpu_program4 2.X.8, POW: 2^(b log2 a)
float nv_pow(float a, float b) {
    precise float power = b * nv_lg2(a);
    return nv_ex2(power);
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    precise float r = mix(b, a, a > b);
    return r;
}

// NV_gpu_program4 2.X.8, LRP
vec3 nv_lrp(vec3 a, vec3 b, vec3 c) {
    precise vec3 sum = a * b + (1.0 - a) * c;
    return sum;
}

// NV_gpu_program4 2.X.8, DP2
float nv_dp2(vec2 a, vec2 b) {
    precise vec2 products = a * b;
    precise float result = products.x + products.y;
    return result;
}

// EXT_shader_image_load_store 2.X.8, LOADIM
uvec4 image0_load_u32(ivec3 place) {
    if (any(greaterThanEqual(uvec3(place), uvec3(imageSize(image0))))) return uvec4(0u);
    uvec4 texel = imageLoad(image0, place);
    return uvec4(texel.x, 0u, 0u, 1u);
}

// ARB_shader_image_size 2.X.8, IMQ
uvec4 image0_size() {
    return uvec4(imageSize(image0), 0);
}

void gather() {
    // color += weight.x times the light of a texel; texels outside are those at the edge
    texel.xy = max(texel.xy, ivec2(0));
    r.xy = uvec2(ivec2(size.xy) - 1);
    texel.xy = min(texel.xy, ivec2(r.xy));
    texel.z = 0;
    r = image0_load_u32(texel.xyz);
    counted.x = r.x;
    texel.z = 1;
    r = image0_load_u32(texel.xyz);
    counted.y = r.x;
    texel.z = 2;
    r = image0_load_u32(texel.xyz);
    counted.z = r.x;
    {
        precise vec3 value = nv_opaque(vec3(counted.xyz));
        r.xyz = floatBitsToUint(value);
    }
    color_2.xyz = uintBitsToFloat(r.xyz) * weight.x + color_2.xyz;
}

void main() {
    home = ivec4(int(nv_integer_of_float(floatBitsToUint(gl_FragCoord.x), 2, 32u, true, false)), int(nv_integer_of_float(floatBitsToUint(gl_FragCoord.y), 2, 32u, true, false)), int(nv_integer_of_float(floatBitsToUint(gl_FragCoord.z), 2, 32u, true, false)), int(nv_integer_of_float(floatBitsToUint(gl_FragCoord.w), 2, 32u, true, false)));
    size = image0_size();
    color_2 = vec4(zero);
    texel = home;
    weight.x = 4.0;
    gather();
    own = color_2 * 0.25;
    // Where little light fell, that of the texels around counts too, so that few visits are no specks
    weight.x = 2.0;
    texel = home + ivec4(1, 0, 0, 0);
    gather();
    texel = home + ivec4(-1, 0, 0, 0);
    gather();
    texel = home + ivec4(0, 1, 0, 0);
    gather();
    texel = home + ivec4(0, -1, 0, 0);
    gather();
    weight.x = 1.0;
    texel = home + ivec4(1, 1, 0, 0);
    gather();
    texel = home + ivec4(1, -1, 0, 0);
    gather();
    texel = home + ivec4(-1, 1, 0, 0);
    gather();
    texel = home + ivec4(-1, -1, 0, 0);
    gather();
    color_2 = color_2 * 0.0625;
    sum.x = nv_dp3(color_2.xyz, program.look.www);
    sum.x = nv_saturate(sum.x * sum.x);
    color_2 = nv_lrp(sum.xxxx, own, color_2);
    // The same light falls on more texels in a larger picture
    {
        precise float value = nv_opaque(float(int(size.y)));
        size.y = floatBitsToUint(value);
    }
    {
        precise float value = uintBitsToFloat(size.y) * 0.0013888889;
        size.y = floatBitsToUint(value);
    }
    {
        precise float value = uintBitsToFloat(size.y) * uintBitsToFloat(size.y);
        size.y = floatBitsToUint(value);
    }
    color_2.xyz = color_2.xyz * uintBitsToFloat(size.y);
    sum.x = nv_dp3(color_2.xyz, vec3(1.0));
    // log (1 + light) over log (1 + bright)
    {
        precise float value = sum.x + 1.0;
        r.x = floatBitsToUint(value);
    }
    {
        precise float value = nv_lg2(uintBitsToFloat(r.x));
        r.x = floatBitsToUint(value);
    }
    {
        precise float value = program.look.x + 1.0;
        r.y = floatBitsToUint(value);
    }
    {
        precise float value = nv_lg2(uintBitsToFloat(r.y));
        r.y = floatBitsToUint(value);
    }
    {
        precise float value = nv_saturate(uintBitsToFloat(r.x) / uintBitsToFloat(r.y));
        r.x = floatBitsToUint(value);
    }
    {
        precise float value = nv_pow(uintBitsToFloat(r.x), program.look.y);
        r.x = floatBitsToUint(value);
    }
    sum.x = nv_max(sum.x, 1.0);
    color_2.xyz = color_2.xyz / sum.x;
    color_2.xyz = color_2.xyz * 3.0;
    // The brightest is nearly white
    {
        precise float value = uintBitsToFloat(r.x) * uintBitsToFloat(r.x);
        r.y = floatBitsToUint(value);
    }
    {
        precise float value = uintBitsToFloat(r.y) * 0.55;
        r.y = floatBitsToUint(value);
    }
    color_2.xyz = nv_lrp(uintBitsToFloat(r.yyy), vec3(1.0), color_2.xyz);
    color_2.xyz = color_2.xyz * uintBitsToFloat(r.x);
    {
        precise vec2 value = TEX0.xy * 2.0 - 1.0;
        r.zw = floatBitsToUint(value);
    }
    {
        precise float value = nv_dp2(uintBitsToFloat(r.zw), uintBitsToFloat(r.zw));
        r.z = floatBitsToUint(value);
    }
    {
        precise float value = uintBitsToFloat(r.z) * -program.look.z + 1.0;
        r.z = floatBitsToUint(value);
    }
    color_2.xyz = uintBitsToFloat(r.z) * vec3(0.02, 0.022, 0.052) + color_2.xyz;
    color.xyz = color_2.xyz;
    color.w = 1.0;
}

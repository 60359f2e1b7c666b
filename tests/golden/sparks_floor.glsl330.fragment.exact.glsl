#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from sparks_floor.fp (!!NVfp5.0): fragment shader, exact numerics
// A dark, polished floor under the fountain: it lets the mirrored sparks through, and their light lies on it.
//
//   texcoord[0]        position on the floor, in the world
//   program.local[0]   rgb: the light's colour, w: how far it reaches
//   program.local[1]   x: how the light wavers, y: how much of the mirror is seen

in vec4 TEX0;
layout(std140) uniform FragmentParameters {
    vec4 glow;
    vec4 look;
};
layout(location = 0) precise out vec4 color;

// NV_gpu_program4 2.X.8, DP2
float nv_dp2(vec2 a, vec2 b) {
    precise vec2 products = a * b;
    precise float result = products.x + products.y;
    return result;
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
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

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
float nv_frc(float a) {
    precise float r = a - floor(a);
    return r == 1.0 ? 0.99999994 : r;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float clamped = a < 0.0 ? 0.0 : a > 1.0 ? 1.0 : a;
    return clamped;
}

void main() {
    precise vec4 r;
    precise vec4 light;
    precise vec4 ring;
    r.x = nv_dp2(TEX0.xy, TEX0.xy);
    r.y = nv_rcp(glow.w);
    r.z = r.x * r.y;
    light.x = nv_ex2(-r.z);
    light.x = light.x * look.x;
    // Rings, as of stone that was turned
    r.w = r.x * 0.6 + 1.0;
    r.w = nv_lg2(r.w);
    r.w = r.w * 9.0;
    r.w = nv_frc(r.w);
    r.w = r.w * 2.0 - 1.0;
    r.w = abs(r.w);
    ring.x = nv_saturate(r.w * -24.0 + 23.4);
    ring.x = ring.x * 0.35 + 0.65;
    light.x = light.x * ring.x;
    color.xyz = glow.xyz * light.x;
    // Far away it is the night's
    r.x = r.x * 0.022;
    r.x = nv_ex2(-r.x);
    color.w = r.x * look.y;
}

#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from lights.vp (!!VP2.0): vertex shader, exact numerics
// As many point lights as the object asks for, in a loop that counts down in the condition code.
//
// c[0]-c[3]    model-view-projection matrix
// c[4]-c[7]    model matrix
// c[8]-c[11]   inverse transpose of the model matrix
// c[12]        constants 0, 1, 0.5, 2
// c[13]        x = number of lights
// c[14]        x = 0, z = 2: first light and step
// c[20]        eye in the world
// c[21]        ambient colour
// c[22]        diffuse colour, alpha
// c[23]        specular colour, shininess
// c[24]        x = texture repeats per unit, y = how fast the distance darkens
// c[32]        light 0: position in the world, attenuation per squared distance
// c[33]        light 0: colour; further lights follow

layout(location = 0) in vec4 v_OPOS;
layout(location = 2) in vec4 v_NRML;
layout(location = 3) in vec4 v_COL0;
layout(location = 8) in vec4 v_TEX0;
layout(std140) uniform ProgramParameters {
    vec4 c[256];
};
precise out vec4 COL0;
precise out vec4 COL1;
precise out vec4 TEX0;

// NV_vertex_program 2.14.1.9: a read outside the parameters gives zeros
vec4 parameter(int index) {
    vec4 value = c[min(uint(index), 255u)];
    return uint(index) < 256u ? value : vec4(0.0);
}

// NV_vertex_program2 2.14.3.10
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

// NV_vertex_program2 2.14.3.9
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_vertex_program2 2.14.3.28: -INF for -0.0, NaN below
float nv_rsq(float a) {
    uint infinity = floatBitsToUint(a) & 0x80000000u | 0x7f800000u;
    float r = a > 0.0 ? inversesqrt(a) : uintBitsToFloat(0x7fc00000u);
    return abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(infinity)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : r;
}

// NV_vertex_program2 2.14.3.4: clamped to [-512, 511]; NaN loads 0
ivec4 nv_address(vec4 a) {
    return ivec4(mix(clamp(a, -512.0, 511.0), vec4(0.0), isnan(a)));
}

// NV_vertex_program2 2.14.3.26: 1/a; what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    return abs(a) > uintBitsToFloat(0x7e800000u) ? uintBitsToFloat(sign)
        : abs(a) < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(sign | 0x7f800000u) : 1.0 / a;
}

// NV_vertex_program2 2.14.3.18
float nv_positive(float a) {
    return a <= 0.0 ? 0.0 : a;
}

// NV_vertex_program2 2.14.3.18: y^w where x > 0
float nv_specular(float x, float y, float w, float zero) {
    y = y < 0.0 ? 0.0 : y;
    float power = clamp(w, -127.99609375, 127.99609375);
    precise float r = power == 0.0 ? 1.0 : exp2(power * log2(y));
    r = isnan(y) ? y : isnan(w) ? w : r < uintBitsToFloat(0x00800000u) ? 0.0 : r;
    return x > 0.0 ? r : zero;
}

// NV_vertex_program2 2.14.3.13: error below 2^-22 * 2^floor(a)
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
    float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
    float one = uintBitsToFloat(floatBitsToUint(zero) | 0x3f800000u);
    precise vec4 R0, R1, R2, R3, R4, R5, R6, R7, R8, R9, CC, HPOS;
    ivec4 A0;
    int executed = 0;  // ends after 65536 instructions (NV_vertex_program2 2.14.2.3)
    COL0 = vec4(0.0, 0.0, 0.0, 1.0);
    COL1 = vec4(0.0, 0.0, 0.0, 1.0);
    TEX0 = vec4(0.0, 0.0, 0.0, 1.0);
    HPOS.x = nv_dp4(c[0], v_OPOS);
    HPOS.y = nv_dp4(c[1], v_OPOS);
    HPOS.z = nv_dp4(c[2], v_OPOS);
    HPOS.w = nv_dp4(c[3], v_OPOS);
    // R0 = position, R1 = unit normal, R2 = unit vector to the eye, all in the world
    R0.x = nv_dp4(c[4], v_OPOS);
    R0.y = nv_dp4(c[5], v_OPOS);
    R0.z = nv_dp4(c[6], v_OPOS);
    R1.x = nv_dp3(c[8].xyz, v_NRML.xyz);
    R1.y = nv_dp3(c[9].xyz, v_NRML.xyz);
    R1.z = nv_dp3(c[10].xyz, v_NRML.xyz);
    R1.w = nv_dp3(R1.xyz, R1.xyz);
    R1.w = nv_rsq(R1.w);
    R1.xyz = R1.xyz * R1.w;
    R2.xyz = c[20].xyz - R0.xyz;
    R2.w = nv_dp3(R2.xyz, R2.xyz);
    R2.w = nv_rsq(R2.w);
    R2.xyz = R2.xyz * R2.w;
    // R8 = diffuse light, R9 = specular light
    R8 = c[21];
    R9 = vec4(c[12].x);
    A0 = nv_address(floor(c[14]));
    CC.x = R7.x = c[13].x;
    executed += 22;
    if (CC.x > 0.0 || isnan(CC.x)) {
        while (executed < 65536) {
            // R3 = way to the light and its squared length, R4 = unit vector to the light
            R3.xyz = parameter(A0.x + 32).xyz - R0.xyz;
            R3.w = nv_dp3(R3.xyz, R3.xyz);
            R4.w = nv_rsq(R3.w);
            R4.xyz = R3.xyz * R4.w;
            // A light below the surface costs no more than this
            CC.x = R5.x = nv_dp3(R1.xyz, R4.xyz);
            executed += 6;
            if (CC.x > 0.0 || isnan(CC.x)) {
                R3.w = R3.w * parameter(A0.x + 32).w;
                R3.w = R3.w + c[12].y;
                R3.w = nv_rcp(R3.w);
                R6.xyz = R4.xyz + R2.xyz;
                R6.w = nv_dp3(R6.xyz, R6.xyz);
                R6.w = nv_rsq(R6.w);
                R6.xyz = R6.xyz * R6.w;
                R5.y = nv_dp3(R1.xyz, R6.xyz);
                R5.w = c[23].w;
                R5 = vec4(one, nv_positive(R5.x), nv_specular(R5.x, R5.y, R5.w, zero), one);
                R5.yz = R5.yz * R3.w;
                R8.xyz = R5.y * parameter(A0.x + 33).xyz + R8.xyz;
                R9.xyz = R5.z * parameter(A0.x + 33).xyz + R9.xyz;
                executed += 13;
            }
            A0.x = clamp(A0.x + A0.z, -512, 511);
            CC.x = R7.x = R7.x - c[12].y;
            executed += 3;
            if (CC.x <= 0.0 || isnan(CC.x)) {
                break;
            }
        }
    }
    // The far end of the room goes dark
    R6.x = R0.x * R0.x;
    R6.x = R0.z * R0.z + R6.x;
    R6.x = -R6.x * c[24].y;
    R6.x = nv_ex2(R6.x);
    R8.xyz = R8.xyz * R6.x;
    R9.xyz = R9.xyz * R6.x;
    R8.xyz = R8.xyz * v_COL0.xyz;
    if (executed < 65529) COL0.xyz = R8.xyz * c[22].xyz;
    if (executed < 65528) COL0.w = c[22].w;
    if (executed < 65527) COL1.xyz = R9.xyz * c[23].xyz;
    if (executed < 65526) TEX0.xy = v_TEX0.xy * c[24].x;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    COL1 = clamp(COL1, 0.0, 1.0);
}

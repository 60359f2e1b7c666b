#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from floor.vp (!!VP2.0): vertex shader, exact numerics
// A floor that knows the round things standing on it: a loop over spheres gives soft
// shadows of the key light and the darkness where something touches the ground.
//
// c[0]-c[3]    model-view-projection matrix
// c[4]-c[7]    model matrix
// c[12]        constants 0, 1, 0.5, 2
// c[16]        key light position in the world
// c[17]        floor colour in the light, alpha
// c[18]        floor colour in the shade
// c[19]        x = number of spheres, y = 1 / radius at which the floor has faded away,
//              z = 1 / softness of the shadows, w = texture repeats per unit
// c[40]-       spheres: centre, radius

layout(location = 0) in vec4 v_OPOS;
layout(location = 3) in vec4 v_COL0;
layout(std140) uniform ProgramParameters {
    vec4 c[256];
} program;
precise out vec4 COL0;
precise out vec4 TEX0;

vec4 c_at(int index) {
    vec4 value = program.c[min(uint(index), 255u)];
    return uint(index) < 256u ? value : vec4(0);
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
    precise float r = mix(uintBitsToFloat(0x7fc00000u), inversesqrt(a), a > 0.0);
    r = mix(mix(r, 0.0, a == uintBitsToFloat(0x7f800000u)), uintBitsToFloat(infinity),
        abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// NV_vertex_program2 2.14.3.4: clamped to [-512, 511]; NaN loads 0
ivec4 nv_address(vec4 a) {
    return ivec4(mix(clamp(a, -512.0, 511.0), vec4(0.0), isnan(a)));
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_less_equal(float a, float b) {
    precise bool r = a <= b;
    return r;
}

// NV_vertex_program2 2.14.3.21
float nv_max(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) & floatBitsToInt(b)) : max(a, b);
}

// NV_vertex_program2 2.14.3.22
float nv_min(float a, float b) {
    return isnan(a) ? a : isnan(b) ? b : a == b ? intBitsToFloat(floatBitsToInt(a) | floatBitsToInt(b)) : min(a, b);
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_greater(float a, float b) {
    precise bool r = a > b;
    return r;
}

void main() {
    precise vec4 R0, R1, R2, R3, R4, R5, R6, R7, HPOS;
    ivec4 A0;
    vec4 CC;
    int executed = 0;  // ends after 65536 instructions (NV_vertex_program2 2.14.2.3)
    COL0 = vec4(0.0, 0.0, 0.0, 1.0);
    TEX0 = vec4(0.0, 0.0, 0.0, 1.0);
    HPOS.x = nv_dp4(program.c[0], v_OPOS);
    HPOS.y = nv_dp4(program.c[1], v_OPOS);
    HPOS.z = nv_dp4(program.c[2], v_OPOS);
    HPOS.w = nv_dp4(program.c[3], v_OPOS);
    // R0 = position in the world, R1 = unit vector to the light
    R0.x = nv_dp4(program.c[4], v_OPOS);
    R0.y = nv_dp4(program.c[5], v_OPOS);
    R0.z = nv_dp4(program.c[6], v_OPOS);
    R1.xyz = program.c[16].xyz - R0.xyz;
    R1.w = nv_dp3(R1.xyz, R1.xyz);
    R1.w = nv_rsq(R1.w);
    R1.xyz = R1.xyz * R1.w;
    // R2.x = light that arrives, R2.y = sky that is seen
    R2 = vec4(program.c[12].y);
    A0 = nv_address(floor(program.c[12].xxyy));  // x = sphere 0, z = a step of one
    CC.x = R3.x = program.c[19].x;
    executed += 15;
    if (!nv_less_equal(CC.x, 0.0)) {
        while (executed < 65536) {
            R4.xyz = c_at(A0.x + 40).xyz - R0.xyz;
            R4.w = nv_dp3(R4.xyz, R4.xyz);
            // Sky hidden by the sphere: (r / d)^2 times the cosine to its centre
            R5.x = nv_rsq(R4.w);
            R5.y = R5.x * c_at(A0.x + 40).w;
            R5.y = R5.y * R5.y;
            R5.x = R5.x * R4.y;
            R5.y = R5.y * R5.x;
            R5.y = nv_max(R5.y, program.c[12].x);
            R5.y = program.c[12].y - R5.y;
            R2.y = R2.y * R5.y;
            // Distance from the ray to the light to the centre; spheres behind the ray cast nothing
            CC.z = R5.z = nv_dp3(R4.xyz, R1.xyz);
            executed += 12;
            if (!nv_less_equal(CC.z, 0.0)) {
                R4.w = -R5.z * R5.z + R4.w;
                R4.w = nv_max(R4.w, program.c[12].x);
                R5.w = nv_rsq(R4.w);
                R5.w = R5.w * R4.w;
                R5.w = R5.w - c_at(A0.x + 40).w;
                R5.w = R5.w * program.c[19].z;
                R5.w = R5.w + program.c[12].z;
                R5.w = nv_max(R5.w, program.c[12].x);
                R5.w = nv_min(R5.w, program.c[12].y);
                // 3 t^2 - 2 t^3
                R5.x = R5.w * -program.c[12].w + program.c[12].w;
                R5.x = R5.x + program.c[12].y;
                R5.w = R5.w * R5.w;
                R5.w = R5.w * R5.x;
                R2.x = R2.x * R5.w;
                executed += 14;
            }
            A0.x = clamp(A0.x + A0.z, -512, 511);
            CC.x = R3.x = R3.x - program.c[12].y;
            executed += 3;
            if (!nv_greater(CC.x, 0.0)) {
                break;
            }
        }
    }
    // Lambert's cosine on a level floor, then light and shade
    R2.x = R2.x * R1.y;
    R6.xyz = R2.x * program.c[17].xyz;
    R6.xyz = R2.y * program.c[18].xyz + R6.xyz;
    if (executed < 65533) COL0.xyz = R6.xyz * v_COL0.xyz;
    // Fade out with the distance from the middle
    R7.xyz = R0.xyz * program.c[19].y;
    R7.y = R7.x * R7.x;
    R7.y = R7.z * R7.z + R7.y;
    R7.y = program.c[12].y - R7.y;
    R7.y = nv_max(R7.y, program.c[12].x);
    R7.y = R7.y * R7.y;
    if (executed < 65526) COL0.w = R7.y * program.c[17].w;
    if (executed < 65525) TEX0.xy = R0.xz * program.c[19].w;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
}

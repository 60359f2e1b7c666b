#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from spotlights.fp (!!ARBfp1.0): fragment shader, exact numerics
// Several lights in one loop: texcoord[1] and those after it are directions to the lights, with the
// distance in w. The loop's index chooses among them; a light too far away is passed over.
//   program.local[0]  number of lights, 1, 1
//   program.local[1]  1 / reach in y
//   program.local[2]  colour of the lights

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
in vec4 TEX3;
in vec4 TEX4;
in vec4 TEX5;
in vec4 TEX6;
in vec4 TEX7;
layout(std140) uniform FragmentParameters {
    vec4 lights;
    vec4 reach;
    vec4 glow;
} program;
layout(location = 0) precise out vec4 color;

float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
vec4 fragment_facing;
precise vec4 fragment_texcoord[8];
precise vec4 normal, sum, light, near;
vec4 CC0;

vec4 fragment_texcoord_at(int index) {
    vec4 value = fragment_texcoord[min(uint(index), 7u)];
    return uint(index) < 8u ? value : vec4(zero);
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
float nv_saturate(float a) {
    precise float r = mix(mix(a, 0.0, a < 0.0), 1.0, a > 1.0);
    return r;
}

// NV_gpu_program4 2.X.4.1: SAT; NaN stays
vec4 nv_saturate(vec4 a) {
    return vec4(nv_saturate(a.x), nv_saturate(a.y), nv_saturate(a.z), nv_saturate(a.w));
}

// ARB_vertex_program 2.14.5.22: of the absolute value
float nv_rsq(float a) {
    precise float r = mix(inversesqrt(abs(a)), 0.0, abs(a) == uintBitsToFloat(0x7f800000u));
    r = mix(r, uintBitsToFloat(0x7f800000u), abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// NV_gpu_program4 2.X.8, NRM
vec3 nv_nrm(vec3 a) {
    precise vec3 squares = a * a;
    precise float sum = squares.x + squares.y + squares.z;
    precise vec3 result = a * nv_rsq(sum);
    return result;
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_equal(float a, float b) {
    precise bool r = a == b;
    return r;
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
int nv_int(float a) {
    return isnan(a) ? 0 : a >= 2147483648.0 ? 0x7fffffff
        : a <= -2147483648.0 ? ~0x7fffffff : int(a);
}

// NV_fragment_program2 3.11.X.8, LOOP: an index beyond the largest integer stays there
int nv_index_sum(int index, int added) {
    return index + min(added, 0x7fffffff - index);
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_greater(float a, float b) {
    precise bool r = a > b;
    return r;
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_less(float a, float b) {
    precise bool r = a < b;
    return r;
}

void shade() {
    light.xyz = nv_nrm(light.xyz);
    CC0.w = light.w = nv_saturate(nv_dp3(normal.xyz, light.xyz));
    if (nv_equal(CC0.w, 0.0)) {
        return;
    }
    light.w = light.w * near.x;
    sum.xyz = program.glow.xyz * light.w + sum.xyz;
}

void main() {
    fragment_facing = vec4(gl_FrontFacing ? 1.0 : -1.0, 0.0, 0.0, 1.0);
    fragment_texcoord[0] = TEX0;
    fragment_texcoord[1] = TEX1;
    fragment_texcoord[2] = TEX2;
    fragment_texcoord[3] = TEX3;
    fragment_texcoord[4] = TEX4;
    fragment_texcoord[5] = TEX5;
    fragment_texcoord[6] = TEX6;
    fragment_texcoord[7] = TEX7;
    normal.xyz = nv_nrm(fragment_texcoord[0].xyz);
    sum = vec4(0.05, 0.05, 0.08, 1.0);
    for (int count = min(nv_int(floor(program.lights.x)), 255), A0 = max(nv_int(floor(program.lights.y)), 0), step = nv_int(floor(program.lights.z)); count > 0; --count, A0 = max(nv_index_sum(A0, step), 0)) {
        light = fragment_texcoord_at(A0);
        CC0.x = near.x = nv_saturate(-light.w * program.reach.y + 1.0);
        if (nv_greater(CC0.x, 0.0)) {
            shade();
        }
    }
    CC0.w = normal.w = fragment_facing.x;
    if (nv_less(CC0.w, 0.0)) sum.xyz = sum.xyz * 0.25;  // the inside is darker
    color = nv_saturate(sum);
    color = nv_saturate(color);
}

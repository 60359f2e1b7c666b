#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from waves.fp (!!NVfp4.0): fragment shader, exact numerics
// One step of an excitable medium, Gerhardt and Schuster's hodgepodge machine. A cell is healthy (0), more or less
// infected, or ill (as sick as can be); the ill recover at once, the infected sicken towards the mean of those around
// them, and the healthy are infected by their neighbours. From noise come spiral waves, as in the Belousov-Zhabotinsky
// reaction. The dish has no edge: what leaves on the right comes back on the left.
//
//   texture[0]         the dish before the step, a cell a texel, red = state / 255
//   program.local[0]   integers: x: the state of the ill, y: how many neighbours infect, z: how fast cells sicken,
//                      w: cells along a side - 1, a power of two - 1

layout(std140) uniform FragmentParameters {
    ivec4 rules;
};
uniform sampler2D texture0;
layout(location = 0) precise out vec4 color;

float zero = intBitsToFloat(int(gl_FragCoord.x) >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
ivec4 home;
ivec4 cell;
ivec4 own = ivec4(0);
ivec4 seen = ivec4(0);
ivec4 dish;
precise vec4 texel = vec4(zero);
ivec4 CC0 = ivec4(0);
ivec4 CC0_overflow = ivec4(0);

// NV_gpu_program4 2.X.8, TXF: zeros outside the image
vec4 texture0_fetch(ivec2 place, int level) {
    bool inside = all(lessThan(uvec2(place), uvec2(max(textureSize(texture0, 0) >> level, 1))));
    return inside ? texelFetch(texture0, place, level) : vec4(0);
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
int nv_int(float a) {
    return isnan(a) ? 0 : a >= 2147483648.0 ? 0x7fffffff
        : a <= -2147483648.0 ? ~0x7fffffff : int(a);
}

// NV_gpu_program4 2.X.4.3: OF of a - b
int nv_difference_overflow(int a, int b) {
    return ((a ^ b) & (a ^ (a - b))) < 0 ? 1 : 0;
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
ivec4 nv_int(vec4 a) {
    return ivec4(nv_int(a.x), nv_int(a.y), nv_int(a.z), nv_int(a.w));
}

// NV_gpu_program4 2.X.8, DIV: all ones for a zero divisor
int nv_div(int a, int b) {
    int divisor = b == 0 || b == -1 ? 1 : b;
    return b == 0 ? -1 : b == -1 ? -a : a / divisor;
}

// NV_gpu_program4 2.X.8, DIV: all ones for a zero divisor
ivec2 nv_div(ivec2 a, ivec2 b) {
    return ivec2(nv_div(a.x, b.x), nv_div(a.y, b.y));
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

void look() {
    // seen.x = the state of a cell; counts it
    cell.xy = cell.xy & rules.w;
    texel = texture0_fetch(cell.xy, cell.w);
    texel.x = texel.x * 255.0 + 0.5;
    seen.x = nv_int(trunc(texel.x));
    dish.z = dish.z + seen.x;
    {
        int value = seen.x - rules.x;
        CC0_overflow.y = nv_difference_overflow(int(seen.x), int(rules.x));
        CC0.y = value;
        seen.y = value;
    }
    if ((CC0.y >= 0) != (CC0_overflow.y != 0)) dish.y = dish.y + 1;
    if ((CC0.y >= 0) != (CC0_overflow.y != 0)) {
        return;
    }
    {
        int value = seen.x;
        CC0_overflow.y = int(0);
        CC0.y = value;
        seen.y = value;
    }
    if (CC0.y != 0) dish.x = dish.x + 1;
}

void main() {
    color = vec4(zero);
    home = nv_int(trunc(gl_FragCoord));
    home.zw = ivec2(0);
    dish = ivec4(0);  // x: infected, y: ill, z: the sum of all nine states
    cell = home;
    look();
    own.x = seen.x;  // the cell's own
    dish.xy = ivec2(0);
    cell = home + ivec4(1, 0, 0, 0);
    look();
    cell = home + ivec4(1, 1, 0, 0);
    look();
    cell = home + ivec4(0, 1, 0, 0);
    look();
    cell = home + ivec4(-1, 1, 0, 0);
    look();
    cell = home + ivec4(-1, 0, 0, 0);
    look();
    cell = home + ivec4(-1, -1, 0, 0);
    look();
    cell = home + ivec4(0, -1, 0, 0);
    look();
    cell = home + ivec4(1, -1, 0, 0);
    look();
    // What the infected become: the mean, and sicker by z
    own.y = dish.x + dish.y;
    own.y = own.y + 1;
    own.y = nv_div(dish.z, own.y);
    own.y = own.y + rules.z;
    // What the healthy become
    dish.xy = nv_div(dish.xy, ivec2(rules.y));
    own.z = dish.x + dish.y;
    {
        int value = own.x;
        CC0_overflow.w = int(0);
        CC0.w = value;
        own.w = value;
    }
    if (CC0.w == 0) own.y = own.z;
    own.y = min(own.y, rules.x);
    {
        int value = own.x - rules.x;
        CC0_overflow.w = nv_difference_overflow(int(own.x), int(rules.x));
        CC0.w = value;
        own.w = value;
    }
    if ((CC0.w >= 0) != (CC0_overflow.w != 0)) own.y = 0;  // the ill recover
    texel.x = nv_opaque(float(own.y));
    color = vec4(texel.x * 0.003921569);
}

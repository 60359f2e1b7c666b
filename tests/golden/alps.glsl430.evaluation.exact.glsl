#version 430
// Translated from alps.tep (!!NVtep5.0): tessellation evaluation shader, exact numerics
// Mountains: lifts the land by eight octaves of noise whose slopes damp the octaves after them, as rain has worn them.
//
// state.matrix.mvp  model-view-projection matrix
// local[0]  x = octaves, y = frequency of the first, z = height of all, w = the step between frequencies
// local[1]  x, y = place in the noise, z = how deep a valley is, w = height of the water
// local[2]  x = the step of the slope

layout(triangles, fractional_odd_spacing, ccw) in;
layout(std140, binding = 61) uniform EvaluationParameters {
    vec4 noise;
    vec4 origin;
    vec4 v_step;
    vec4 mvp[4];
} program;
precise out vec4 TEX0;
precise out vec4 TEX1;

float zero = intBitsToFloat(gl_PrimitiveID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
precise vec4 p, at, cell, f, v_smooth, slope, v_mix, corners, sum, wear, k, turn, ground, d, here, side, HPOS;
ivec4 i, n, h;
int turns = 0;  // of all loops together: at most 65535

vec4 vertex_position_of(int vertex) {
    vec4 value = gl_in[min(uint(vertex), uint(gl_PatchVerticesIn) - 1u)].gl_Position;
    return uint(vertex) < uint(gl_PatchVerticesIn) ? value : vec4(zero);
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
int nv_int(float a) {
    return isnan(a) ? 0 : a >= 2147483648.0 ? 0x7fffffff
        : a <= -2147483648.0 ? ~0x7fffffff : int(a);
}

// NV_gpu_program4 issue 41: clamped; NaN is 0
ivec2 nv_int(vec2 a) {
    return ivec2(nv_int(a.x), nv_int(a.y));
}

// exact numerics: constants that no compiler folds
vec4 nv_opaque(vec4 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec4(zero)));
}

// NV_gpu_program4 2.X.8, DP2
float nv_dp2(vec2 a, vec2 b) {
    precise vec2 products = a * b;
    precise float result = products.x + products.y;
    return result;
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    precise float r = mix(1.0 / a, uintBitsToFloat(sign), abs(a) > uintBitsToFloat(0x7e800000u));
    r = mix(r, uintBitsToFloat(sign | 0x7f800000u), abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    precise float r = mix(b, a, a > b);
    return r;
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

void height() {
    // sum.x = height of the land at here
    at.xy = here.xy * program.noise.y + program.origin.xy;
    sum = vec4(zero);
    wear = vec4(zero);
    k = vec4(1.0, zero, zero, zero);
    n.x = nv_int(floor(program.noise.x));
    for (int count = n.x; count > 0 && turns++ < 65535; --count) {
        cell.xy = floor(at.xy);
        f.xy = at.xy - cell.xy;
        // Between corners by a curve of the fifth degree; smooth.zw is its slope.
        v_smooth.xy = f.xy * 6.0 - 15.0;
        v_smooth.xy = v_smooth.xy * f.xy + 10.0;
        v_smooth.zw = f.xy * f.xy;
        d.xy = v_smooth.zw * f.xy;
        v_smooth.xy = v_smooth.xy * d.xy;
        d.xy = f.xy - 1.0;
        d.xy = d.xy * d.xy;
        v_smooth.zw = v_smooth.zw * d.xy;
        v_smooth.zw = v_smooth.zw * 30.0;
        // Numbers of the four corners, shuffled bit by bit.
        i.xy = nv_int(floor(cell.xy));
        i.zw = i.xy + 1;
        i.xz = i.xz * 1597334677;
        i.yw = i.yw * 1918820593;
        h = i.xzxz ^ i.yyww;
        n.y = h.x >> 15;
        h.x = h.x ^ n.y;
        n.y = h.y >> 15;
        h.y = h.y ^ n.y;
        n.y = h.z >> 15;
        h.z = h.z ^ n.y;
        n.y = h.w >> 15;
        h.w = h.w ^ n.y;
        h = h * 739982445;
        h = h & 2147450880;
        corners = nv_opaque(vec4(h));
        corners = corners * 4.6566e-10;
        // a + b u + c v + d u v
        v_mix.x = corners.y - corners.x;
        v_mix.y = corners.z - corners.x;
        v_mix.z = corners.x + corners.w;
        v_mix.z = v_mix.z - corners.y;
        v_mix.z = v_mix.z - corners.z;
        ground.x = v_mix.x * v_smooth.x + corners.x;
        ground.x = v_mix.y * v_smooth.y + ground.x;
        d.z = v_smooth.x * v_smooth.y;
        ground.x = v_mix.z * d.z + ground.x;
        slope.xy = v_mix.z * v_smooth.yx + v_mix.xy;
        slope.xy = slope.xy * v_smooth.zw;
        // What is steep already gains little.
        wear.xy = wear.xy + slope.xy;
        d.x = nv_dp2(wear.xy, wear.xy);
        d.x = d.x + 1.0;
        d.x = nv_rcp(d.x);
        d.x = d.x * k.x;
        sum.x = ground.x * d.x + sum.x;
        // Turned and finer for the next octave.
        turn.x = at.x * 0.8;
        turn.x = at.y * -0.6 + turn.x;
        turn.y = at.x * 0.6;
        turn.y = at.y * 0.8 + turn.y;
        at.xy = turn.xy * program.noise.w;
        k.x = k.x * 0.5;
    }
    sum.x = sum.x - program.origin.z;
    sum.x = sum.x * program.noise.z;
}

void main() {
    TEX1 = vec4(zero);
    p = gl_in[0].gl_Position * gl_TessCoord.x;
    p = vertex_position_of(1) * gl_TessCoord.y + p;
    p = vertex_position_of(2) * gl_TessCoord.z + p;
    // Heights here and two steps away, for the slope.
    here.xy = p.xz;
    height();
    p.y = sum.x;
    here.x = p.x + program.v_step.x;
    height();
    side.x = sum.x;
    here.x = p.x;
    here.y = p.z + program.v_step.x;
    height();
    side.z = sum.x;
    side.xz = p.y - side.xz;
    side.y = program.v_step.x;
    TEX1.xyz = side.xyz;
    TEX0.w = p.y;
    p.y = nv_max(p.y, program.origin.w);
    p.w = 1.0;
    HPOS.x = nv_dp4(program.mvp[0], p);
    HPOS.y = nv_dp4(program.mvp[1], p);
    HPOS.z = nv_dp4(program.mvp[2], p);
    HPOS.w = nv_dp4(program.mvp[3], p);
    TEX0.xyz = p.xyz;
    gl_Position = HPOS;
}

#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from grass.gp (!!NVgp4.0): geometry shader, exact numerics
// A blade of grass, or a leaf, on every triangle: it stands at a place by chance along the ground's normal, leans its own
// way, bends in gusts that go over the meadow, and narrows towards its tip.
//
//   state.matrix.program[1]   from the world to the eye
//   texcoord[1]        place on the ground, in the world; texcoord[2] its normal
//   program.local[0]   x: height, y: half the width at the ground, z: how far the wind bends a blade, w: how much broader
//                      it gets a unit away from the eye, for there are fewer in the distance
//   program.local[1]   xyz: the direction of the wind, w: its phase
//   program.local[2]   the eye
//   gives texcoord[0]  x: -1 to 1 across the blade, y: 0 at the ground to 1 at the tip, z: a number by chance
//         texcoord[1]  position, texcoord[2] normal

layout(triangles) in;
layout(triangle_strip, max_vertices = 7) out;
in vec4 vertex_TEX1[];
in vec4 vertex_TEX2[];
layout(std140) uniform GeometryParameters {
    vec4 view[4];
    vec4 projection[4];
    vec4 blade;
    vec4 wind;
    vec4 eye;
};
out vec4 TEX0;
out vec4 TEX1;
out vec4 TEX2;

float zero = intBitsToFloat(gl_PrimitiveIDIn >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN
precise vec4 root;
precise vec4 normal;
precise vec4 across;
precise vec4 bend;
precise vec4 spine = vec4(zero);
precise vec4 point = vec4(zero);
precise vec4 level;
precise vec4 chance;
precise vec4 size = vec4(zero);
precise vec4 along = vec4(zero);
precise vec4 seen = vec4(zero);
precise vec4 result_HPOS = vec4(zero);
precise vec4 result_TEX0 = vec4(zero);
precise vec4 result_TEX1 = vec4(zero);
precise vec4 result_TEX2 = vec4(zero);
int emitted = 0;  // vertices: at most 7

// NV_geometry_program4 2.X.8.Z, EMIT
void emit_vertex() {
    if (emitted++ >= 7) return;
    gl_Position = result_HPOS;
    TEX0 = result_TEX0;
    TEX1 = result_TEX1;
    TEX2 = result_TEX2;
    EmitVertex();
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

// NV_gpu_program4 2.X.8, XPD
vec3 nv_xpd(vec3 a, vec3 b) {
    precise vec3 result = a.yzx * b.zxy - a.zxy * b.yzx;
    return result;
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
vec4 nv_frc(vec4 a) {
    precise vec4 r = a - floor(a);
    return mix(r, vec4(0.99999994), equal(r, vec4(1.0)));
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

// angles beyond 4096 within an eighth of a turn, and in which quarter (M. Payne, R. Hanek)
vec2 nv_reduced(float a) {
    const uint digits[7] = uint[7](  // of 1 / (2 pi), 32 bits each, the point behind the first
        0u, 0x28be60dbu, 0x9391054au, 0x7f09d5f4u, 0x7d4d3770u, 0x36d8a566u, 0x4f10e410u);
    uint word = floatBitsToUint(a);
    uint mantissa = (word & 0x7fffffu) | 0x800000u;
    int place = min(int(word >> 23 & 255u) - 118, 136);
    int first = place >> 5, shift = place & 31;
    uint high = digits[first] << shift | digits[first + 1] >> 1 >> (31 - shift);
    uint low = digits[first + 1] << shift | digits[first + 2] >> 1 >> (31 - shift);
    uint turn = mantissa * high + ((mantissa >> 12) * (low >> 12) >> 8)
        + ((mantissa & 0xfffu) * (low >> 12) >> 20);  // 2^32 is a whole one
    turn = a < 0.0 ? 0u - turn : turn;
    uint quadrant = (turn + 0x20000000u) >> 30;
    return vec2(float(int(turn - (quadrant << 30))) * 1.46291808e-9, float(quadrant));
}

// NV_gpu_program4 2.X.8, COS
float nv_cos(float a) {
    float n = roundEven(a * 0.63661977);
    precise float x = ((a - n * 1.5703125) - n * 0.0004837513) - n * 7.54979e-8;
    float quadrant = n - 4.0 * floor(0.25 * n);
    if (abs(a) > 4096.0) {
        vec2 reduced = nv_reduced(a);
        x = reduced.x;
        quadrant = reduced.y;
    }
    precise float y = x * x;
    precise float s = x + x * y * (-0.16666664 + y * (0.0083327257 - y * 0.00019582987));
    precise float c = 1.0 - 0.5 * y
        + y * y * (0.041666664 + y * (-0.0013888279 + y * 2.4542915e-5));
    float r = quadrant == 1.0 || quadrant == 3.0 ? s : c;
    r = quadrant == 1.0 || quadrant == 2.0 ? -r : r;
    return abs(a) == uintBitsToFloat(0x7f800000u) ? uintBitsToFloat(0x7fc00000u) : r;
}

// NV_gpu_program4 2.X.8, SIN
float nv_sin(float a) {
    float n = roundEven(a * 0.63661977);
    precise float x = ((a - n * 1.5703125) - n * 0.0004837513) - n * 7.54979e-8;
    float quadrant = n - 4.0 * floor(0.25 * n);
    if (abs(a) > 4096.0) {
        vec2 reduced = nv_reduced(a);
        x = reduced.x;
        quadrant = reduced.y;
    }
    precise float y = x * x;
    precise float s = x + x * y * (-0.16666664 + y * (0.0083327257 - y * 0.00019582987));
    precise float c = 1.0 - 0.5 * y
        + y * y * (0.041666664 + y * (-0.0013888279 + y * 2.4542915e-5));
    float r = quadrant == 1.0 || quadrant == 3.0 ? c : s;
    r = quadrant >= 2.0 ? -r : r;
    return a == 0.0 ? a
        : abs(a) == uintBitsToFloat(0x7f800000u) ? uintBitsToFloat(0x7fc00000u) : r;
}

void middle() {
    // Where the middle of the blade is, and where it goes
    level.w = level.y * size.x;
    spine.xyz = normal.xyz * level.w + root.xyz;
    level.w = level.w * level.y;
    spine.xyz = bend.xyz * level.w + spine.xyz;
    along.w = level.y * 2.0;
    along.xyz = bend.xyz * along.w + normal.xyz;
    // Bent blades are not longer
    along.w = nv_dp3(bend.xyz, bend.xyz);
    along.w = along.w * level.w;
    spine.y = along.w * -0.35 + spine.y;
}

void place() {
    point.w = 1.0;
    seen.x = nv_dp4(view[0], point);
    seen.y = nv_dp4(view[1], point);
    seen.z = nv_dp4(view[2], point);
    seen.w = nv_dp4(view[3], point);
    result_HPOS.x = nv_dp4(projection[0], seen);
    result_HPOS.y = nv_dp4(projection[1], seen);
    result_HPOS.z = nv_dp4(projection[2], seen);
    result_HPOS.w = nv_dp4(projection[3], seen);
    point.xyz = nv_xpd(across.xyz, along.xyz);
    result_TEX2.xyz = across.xyz * level.x + point.xyz;
    result_TEX2.w = zero;
    result_TEX0 = level;
    point.xyz = across.xyz * level.x + spine.xyz;
    result_TEX1 = point;
    emit_vertex();
}

void main() {
    // Four numbers by chance, which do not repeat for long
    chance = vec4(nv_opaque(float(gl_PrimitiveIDIn)));
    chance = chance * vec4(0.618034, 0.7548777, 0.5698403, 0.4142136);
    chance = nv_frc(chance);
    // The place in the triangle
    root = vertex_TEX1[1] - vertex_TEX1[0];
    root = root * chance.y + vertex_TEX1[0];
    level = vertex_TEX1[2] - root;
    level.w = chance.z * 0.999;
    root.xyz = level.xyz * level.w + root.xyz;
    root.w = 1.0;
    normal = vertex_TEX2[0] + vertex_TEX2[1];
    normal = normal + vertex_TEX2[2];
    normal.xyz = nv_nrm(normal.xyz);
    // x: height, y: half the width
    level.xyz = eye.xyz - root.xyz;
    level.w = nv_dp3(level.xyz, level.xyz);
    level.x = nv_rsq(level.w);
    level.w = level.w * level.x;
    size.x = chance.w * 0.75 + 0.5;
    size.x = size.x * blade.x;
    size.y = level.w * blade.w + 1.0;
    size.y = size.y * blade.y;
    // Across which direction it stands, and which way it leans
    level.x = chance.x * 6.2831855;
    across.xy = vec2(nv_cos(level.x), nv_sin(level.x));
    across.z = across.y;
    across.yw = vec2(zero);
    level.x = level.x + 2.2;
    bend.xy = vec2(nv_cos(level.x), nv_sin(level.x));
    bend.z = bend.y;
    bend.yw = vec2(zero);
    level.y = chance.z * 0.4 + 0.08;
    bend.xz = bend.xz * level.y;
    // A gust, and its own tremble
    level.x = root.x * 0.35;
    level.x = root.z * 0.24 + level.x;
    level.x = level.x - wind.w;
    level.x = nv_sin(level.x);
    level.x = level.x * 0.5 + 0.6;
    level.y = root.x * 2.1;
    level.y = root.z * -1.7 + level.y;
    level.y = wind.w * 3.0 + level.y;
    level.y = chance.y * 4.0 + level.y;
    level.y = nv_sin(level.y);
    level.x = level.y * 0.14 + level.x;
    level.x = level.x * blade.z;
    bend.xyz = wind.xyz * level.x + bend.xyz;
    // level: x: across, y: from 0 at the ground to 1 at the tip, z: chance
    level = vec4(zero);
    level.z = chance.y;
    for (int count = 3; count > 0; --count) {
        middle();
        level.w = level.y * level.y;
        level.w = 1.0 - level.w;
        level.w = level.w * size.y;
        level.x = 1.0;
        point.xyz = across.xyz * level.w + spine.xyz;
        place();
        level.x = -1.0;
        point.xyz = across.xyz * -level.w + spine.xyz;
        place();
        level.y = level.y + 0.36;
    }
    level.y = 1.0;
    middle();
    level.x = zero;
    point.xyz = spine.xyz;
    place();
}

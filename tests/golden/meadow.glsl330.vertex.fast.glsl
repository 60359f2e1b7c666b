#version 330 core
// Translated from meadow.vp (!!NVvp4.0): vertex shader, fast numerics
// Rolling ground: three waves lift a level mesh. Drawn as points the same program scatters flower heads over it, which
// nod with the wind of grass.gp.
//
//   program.env[0..2]  a wave: x, y: its frequency along x and z, z: phase, w: height
//   program.env[3]     xyz: the direction of the wind, w: its phase
//   program.env[4]     width and height of the picture
//   program.local[0]   x: height of heads above the ground, y: how far they are scattered, in their distance from the
//                      middle, z: their radius, w: how far they nod
//   texcoord[0]        x: an angle by chance, y: how much light reaches the ground, z: a number by chance
//   texcoord[1]        position in the world
//   texcoord[2]        normal

layout(location = 0) in vec4 vertex_position;
layout(std140) uniform ProgramParameters {
    vec4 waves[3];
    vec4 wind;
    vec4 picture;
    vec4 head;
    layout(row_major) mat4 mvp;
    vec4 state_matrix_projection_row_1;
} program;
out vec4 COL0;
out vec4 TEX0;
out vec4 TEX1;
out vec4 TEX2;

vec4 waves_at(int index) {
    vec4 value = program.waves[min(uint(index), 2u)];
    return uint(index) < 3u ? value : vec4(0);
}

void main() {
    ivec4 vertex_id = ivec4(gl_VertexID, 0, 0, 0);
    vec4 place, slope, wave, chance, HPOS, PSIZ;
    ivec4 number;
    chance = vec4(float(vertex_id.x));
    chance = chance * vec4(0.618034, 0.7548777, 0.5698403, 0.4142136);
    chance = fract(chance);
    // Along the rays of the disk and across them
    place = vertex_position;
    slope.xy = chance.yz - 0.5;
    slope.xy = slope.xy * program.head.y;
    place.x = vertex_position.z * slope.x + place.x;
    place.z = place.z - vertex_position.x * slope.x;
    place.xz = vertex_position.xz * slope.y + place.xz;
    slope = vec4(0.0);
    number.x = 0;
    for (int count = 3; count > 0; --count) {
        wave = waves_at(number.x);
        wave.xy = wave.xy * place.xz;
        wave.x = wave.x + wave.y;
        wave.x = wave.x + wave.z;
        wave.y = sin(wave.x);
        wave.z = cos(wave.x);
        place.y = wave.y * wave.w + place.y;
        wave.z = wave.z * wave.w;
        slope.xz = wave.z * waves_at(number.x).xy + slope.xz;
        number.x = number.x + 1;
    }
    TEX2.x = -slope.x;
    TEX2.y = 1.0;
    TEX2.z = -slope.z;
    TEX2.w = 0.0;
    // The gust that goes over the meadow
    wave.x = chance.w * 0.4 + 0.6;
    place.y = wave.x * program.head.x + place.y;
    wave.x = place.x * 0.35;
    wave.x = place.z * 0.24 + wave.x;
    wave.x = wave.x - program.wind.w;
    wave.x = sin(wave.x);
    wave.x = wave.x * 0.5 + 0.6;
    wave.x = wave.x * program.head.w;
    place.xyz = program.wind.xyz * wave.x + place.xyz;
    place.w = 1.0;
    wave = program.mvp * place;
    HPOS = wave;
    slope.x = chance.y * 0.5 + 0.75;
    slope.x = slope.x * program.head.z;
    slope.x = slope.x * program.picture.y;
    slope.x = slope.x * program.state_matrix_projection_row_1.y;
    PSIZ.x = slope.x / wave.w;
    TEX0.x = chance.x * 6.2831855;
    TEX0.y = 0.3;
    TEX0.z = chance.y;
    TEX0.w = 0.0;
    TEX1 = place;
    COL0 = chance;
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    gl_PointSize = max(PSIZ.x, 1.0);
}

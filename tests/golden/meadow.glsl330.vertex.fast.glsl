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

void main() {
    ivec4 vertex_id = ivec4(gl_VertexID, 0, 0, 0);
    vec4 chance = fract(float(vertex_id.x) * vec4(0.618034, 0.7548777, 0.5698403, 0.4142136));
    // Along the rays of the disk and across them
    vec3 place = vertex_position.xyz;
    vec2 slope = (chance.yz - 0.5) * program.head.y;
    vec2 place2 = vec2(vertex_position.z * slope.x + place.x, place.z - vertex_position.x * slope.x);
    vec3 place3;
    place3.xz = vertex_position.xz * slope.y + place2;
    vec2 slope2 = vec2(0.0);
    int number = 0;
    for (int count = 3; count > 0; --count) {
        vec4 wave = program.waves[number];
        vec2 wave2 = wave.xy * place3.xz;
        float wave3 = wave2.x + wave2.y + wave.z;
        place.y += sin(wave3) * wave.w;
        slope2 += cos(wave3) * wave.w * program.waves[number].xy;
        number += 1;
    }
    TEX2 = vec4(-slope2.x, 1.0, -slope2.y, 0.0);
    // The gust that goes over the meadow
    place3.y = (chance.w * 0.4 + 0.6) * program.head.x + place.y;
    float wave4 = sin(place3.z * 0.24 + place3.x * 0.35 - program.wind.w) * 0.5 + 0.6;
    vec4 place4 = vec4(program.wind.xyz * (wave4 * program.head.w) + place3, 1.0);
    vec4 wave5 = program.mvp * place4;
    gl_Position = wave5;
    float slope3 = (chance.y * 0.5 + 0.75) * program.head.z * program.picture.y;
    gl_PointSize = max(slope3 * program.state_matrix_projection_row_1.y / wave5.w, 1.0);
    TEX0 = vec4(chance.x * 6.2831855, 0.3, chance.y, 0.0);
    TEX1 = place4;
    COL0 = clamp(chance, 0.0, 1.0);
}

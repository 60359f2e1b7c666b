#version 330 core
// Translated from neon_wall.fp (!!NVfp4.0): fragment shader, fast numerics
// A wall of bricks by the light of neon tubes: each tube is a row of lamps, and a normal map roughens the wall.
// The wall is the plane z = 0, with texture coordinates along x and y.
//
//   texcoord[1]            position in the world
//   texture[0]             its colour
//   texture[1]             its normals, 0.5 for none
//   program.local[0]       xyz: the eye, w: shininess
//   program.local[1]       x: how many lamps, an integer
//   program.local[2]       xy: texture repeats per unit, z: how dark the joints are, w: light from elsewhere
//   program.local[4..51]   lamps: xyz: where, w: how fast it fades; then rgb: colour

in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    ivec4 count;
    vec4 grain;
    vec4 lamps[48];
} program;
uniform sampler2D texture0;
uniform sampler2D texture1;
layout(location = 0) out vec4 color;

vec4 lamps_at(int index) {
    vec4 value = program.lamps[min(uint(index), 47u)];
    return uint(index) < 48u ? value : vec4(0);
}

// NV_gpu_program4 2.X.8, LIT: y^w where x > 0
float specular(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99999, 127.99999));
    return x > 0.0 ? r : 0.0;
}

void main() {
    vec2 place = TEX1.xy * program.grain.xy;
    vec3 brick = texture(texture0, place).xyz;
    vec3 normal = normalize(texture(texture1, place).xyz * 2.0 - 1.0);
    vec3 view = normalize(program.eye.xyz - TEX1.xyz);
    vec3 diffuse = vec3(program.grain.w);
    vec3 gloss = vec3(0.0);
    int lamp = 0;
    for (int count_2 = min(program.count.x, 65535); count_2 > 0; --count_2) {
        vec3 way = lamps_at(lamp).xyz - TEX1.xyz;
        vec3 way2 = normalize(way);
        float way3 = dot(way, way) * lamps_at(lamp).w + 0.06;
        vec3 lit = vec3(dot(normal, way2), dot(normal, normalize(way2 + view)), program.eye.w);
        vec2 lit2 = vec2(max(lit.x, 0.0), specular(lit.x, lit.y, lit.z)) / way3;
        diffuse += lamps_at(lamp + 1).xyz * lit2.x;
        gloss += lamps_at(lamp + 1).xyz * lit2.y;
        lamp += 2;
    }
    // Bright light saturates as on film: 1 - 2^-c
    vec3 brick2 = gloss * program.grain.z + brick * diffuse;
    color = vec4(1.0 - vec3(exp2(-brick2.x), exp2(-brick2.y), exp2(-brick2.z)), 1.0);
}

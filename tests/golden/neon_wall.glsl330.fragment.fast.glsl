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
    ivec4 lamp;
    vec4 place, brick, normal, view, way, v_half, lit, diffuse, gloss;
    place.xy = TEX1.xy * program.grain.xy;
    brick = texture(texture0, place.xy);
    normal = texture(texture1, place.xy);
    normal.xyz = normal.xyz * 2.0 - 1.0;
    normal.xyz = normalize(normal.xyz);
    view.xyz = program.eye.xyz - TEX1.xyz;
    view.xyz = normalize(view.xyz);
    diffuse = vec4(program.grain.w);
    gloss = vec4(0.0);
    lamp.x = 0;
    for (int count_2 = min(program.count.x, 65535); count_2 > 0; --count_2) {
        way.xyz = lamps_at(lamp.x).xyz - TEX1.xyz;
        way.w = dot(way.xyz, way.xyz);
        way.xyz = normalize(way.xyz);
        way.w = way.w * lamps_at(lamp.x).w + 0.06;
        way.w = 1.0 / way.w;
        v_half.xyz = way.xyz + view.xyz;
        v_half.xyz = normalize(v_half.xyz);
        lit.x = dot(normal.xyz, way.xyz);
        lit.y = dot(normal.xyz, v_half.xyz);
        lit.w = program.eye.w;
        lit = vec4(1.0, max(lit.x, 0.0), specular(lit.x, lit.y, lit.w), 1.0);
        lit.yz = lit.yz * way.w;
        diffuse.xyz = lamps_at(lamp.x + 1).xyz * lit.y + diffuse.xyz;
        gloss.xyz = lamps_at(lamp.x + 1).xyz * lit.z + gloss.xyz;
        lamp.x = lamp.x + 2;
    }
    // Bright light saturates as on film: 1 - 2^-c
    brick.xyz = brick.xyz * diffuse.xyz;
    brick.xyz = gloss.xyz * program.grain.z + brick.xyz;
    brick.x = exp2(-brick.x);
    brick.y = exp2(-brick.y);
    brick.z = exp2(-brick.z);
    color.xyz = 1.0 - brick.xyz;
    color.w = 1.0;
}

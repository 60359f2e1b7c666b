#version 330 core
// Translated from stones.fp (!!NVfp4.0): fragment shader, fast numerics
// Cobblestones seen from above, as a picture that repeats: each cell of a lattice has a point by chance, and a stone is
// what is nearer to its point than to any other.
//
//   texcoord[0]        the place, 0 to 1
//   program.local[0]   x: cells along a side, a power of two, y: how far points stray, z: width of the joints
//   program.local[1]   x: cells along a side - 1, an integer
//   color              r: the height of the stone, 0 in the joints, g: another number of each stone

in vec4 TEX0;
layout(std140) uniform FragmentParameters {
    vec4 lattice;
    ivec4 wrap;
    vec4 around[9];
};
layout(location = 0) out vec4 color;

vec4 around_at(int index) {
    vec4 value = around[min(uint(index), 8u)];
    return uint(index) < 9u ? value : vec4(0);
}

void main() {
    vec4 place = vec4(0.0);
    vec4 home;
    vec4 point = vec4(0.0);
    vec4 chance = vec4(0.0);
    vec4 nearest;
    vec4 stone;
    ivec4 cell = ivec4(0);
    ivec4 number = ivec4(0);
    uvec4 key = uvec4(0);
    uvec4 shifted = uvec4(0);
    vec4 CC0 = vec4(0.0);
    color = vec4(0.0);
    place.xy = TEX0.xy * lattice.x;
    home = floor(place);
    nearest = vec4(9.0);  // x: distance to the nearest point, y: to the next
    stone = vec4(0.0);
    number.x = 0;
    for (int count = 9; count > 0; --count) {
        point.xy = home.xy + around_at(number.x).xy;
        cell.xy = ivec2(floor(point.xy));
        cell.xy = cell.xy & wrap.x;
        key.xy = uvec2(cell.xy) * uvec2(0x9e3779b9u, 0x85ebca77u);
        key.x = key.x + key.y;
        key = key.x + uvec4(10007u, 20011u, 30011u, 40009u);
        key = key * 0x9e3779b9u;
        shifted = key >> 15u;
        key = key ^ shifted;
        key = key * 0x2c1b3c6du;
        shifted = key >> 12u;
        key = key ^ shifted;
        chance = vec4(key);
        chance = chance * 2.3283064e-10;
        point.zw = chance.xy - 0.5;
        point.xy = point.zw * lattice.y + point.xy;
        point.xy = point.xy + 0.5;
        point.xy = point.xy - place.xy;
        point.z = dot(point.xy, point.xy);
        point.w = inversesqrt(point.z);
        point.z = point.z * point.w;
        CC0.w = point.w = point.z - nearest.x;
        nearest.y = min(nearest.y, point.z);
        if (CC0.w < 0.0) nearest.y = nearest.x;
        if (CC0.w < 0.0) stone = chance;
        nearest.x = min(nearest.x, point.z);
        number.x = number.x + 1;
    }
    // Flat tops that round off towards the joints; no two stones equally high
    point.x = nearest.y - nearest.x;
    point.x = point.x - lattice.z;
    point.x = clamp(point.x * 2.6, 0.0, 1.0);
    point.x = 1.0 - point.x;
    point.y = point.x * point.x;
    point.y = point.y * point.x;
    point.y = 1.0 - point.y;
    point.z = stone.z * 0.35 + 0.65;
    color.x = point.y * point.z;
    color.y = stone.w;
    color.zw = vec2(0.0, 1.0);
}

#version 330 core
// Translated from dither.fp (!!NVfp4.0): fragment shader, fast numerics
// An ordered dither to four bits a channel, and in a second buffer which material is seen.
//   attrib[0]  material number

in vec4 COL0;
in vec4 TEX0;
flat in ivec4 ATTR0;
uniform sampler2D texture0;
layout(location = 0) out vec4 color;
layout(location = 1) out ivec4 color_1;

void main() {
    vec4 color_2;
    vec4 level;
    ivec4 cell;
    ivec4 threshold;
    color_2 = textureOffset(texture0, TEX0.xy, ivec2(1, 0));
    color_2 = color_2 * COL0;
    // the cell of a 4x4 Bayer matrix: the bits of x ^ y and y interleaved
    cell = ivec4(trunc(gl_FragCoord));
    cell = cell & 3;
    cell.z = cell.x ^ cell.y;
    threshold.x = cell.z << 3;
    threshold.x = threshold.x & 8;
    threshold.y = cell.y << 2;
    threshold.y = threshold.y & 4;
    threshold.z = cell.z >> 1;
    threshold.z = threshold.z << 1;
    threshold.z = threshold.z & 2;
    threshold.w = cell.y >> 1;
    threshold.x = threshold.x | threshold.y;
    threshold.x = threshold.x | threshold.z;
    threshold.x = threshold.x | threshold.w;
    level = vec4(float(threshold.x));
    level = level * 0.0625 - 0.5;
    color_2 = color_2 * 15.0 + level.x;
    color_2 = roundEven(color_2);
    color = clamp(color_2 * 0.06666667, 0.0, 1.0);
    color_1 = ATTR0;
}

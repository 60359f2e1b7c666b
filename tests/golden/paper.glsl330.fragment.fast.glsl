#version 330 core
// Translated from paper.fp (!!FP1.0): fragment shader, fast numerics
// A page of a comic book: paper with a fine grain, and in an inked frame a sky of dots that grow towards its top, with a
// pale disc before it.
//   f[WPOS]  the place in the picture, in pixels
//   f[TEX0]  texture coordinates over the page
//   TEX0     the grain

in vec4 TEX0;
layout(std140) uniform FragmentParameters {
    vec4 picture;  // width and height in pixels, and their reciprocals; at first 0.0, 0.0, 0.0, 0.0
    vec4 frame;  // margin and half the width of its line, in heights of the picture; at first 0.075, 0.0045, 0.0, 0.0
    vec4 disc;  // middle and radius, from the middle of the picture; at first 0.16, 0.03, 0.345, 0.0
    vec4 dots;  // dots per height; their radius at the middle of the page, its growth; at first 34.0, 0.34, 0.52, 0.0
};
uniform sampler2D texture0;
layout(location = 0) out vec4 color;

void main() {
    vec4 R0;
    vec4 R1;
    vec4 R2;
    vec4 R3;
    vec4 R4;
    // R0.xy = the place in heights, from the middle; R0.zw = half of the page
    R0.zw = picture.xy * picture.w;
    R0.zw = R0.zw * 0.5;
    R0.xy = gl_FragCoord.xy * picture.w - R0.zw;
    // The sky: the grid of dots is turned, as printers do
    R1.xy = R0.x * vec2(0.8, -0.6);
    R1.xy = R0.y * vec2(0.6, 0.8) + R1.xy;
    R1.xy = R1.xy * dots.x;
    R1.xy = fract(R1.xy);
    R1.xy = R1.xy - 0.5;
    R1.zw = R1.xy * R1.xy;
    R1.z = R1.z + R1.w;
    R1.z = max(R1.z, 1e-6);
    R1.w = inversesqrt(R1.z);
    R1.z = R1.z * R1.w;
    R1.w = R0.y * dots.z + dots.y;
    R1.z = R1.w - R1.z;
    R2.x = 1.0 / dots.x;
    R2.x = R2.x * picture.y;
    R1.z = clamp(R1.z * R2.x + 0.5, 0.0, 1.0);
    R3 = vec4(0.54, 0.745, 0.745, 1.0);
    R3 = mix(R3, vec4(0.22, 0.475, 0.555, 1.0), R1.zzzz);
    // The disc
    R2.xy = R0.xy - disc.xy;
    R2.zw = R2.xy * R2.xy;
    R2.z = R2.z + R2.w;
    R2.z = max(R2.z, 1e-6);
    R2.w = inversesqrt(R2.z);
    R2.z = R2.z * -R2.w + disc.z;
    R2.z = R2.z * picture.y;
    R2.z = clamp(R2.z + 0.5, 0.0, 1.0);
    R3 = mix(R3, vec4(0.975, 0.845, 0.55, 1.0), R2.zzzz);
    // The frame: R1.x = how far inside it the place is
    R1.xy = R0.zw - abs(R0.xy);
    R1.x = min(R1.x, R1.y);
    R1.x = R1.x - frame.x;
    R1.y = R1.x * picture.y;
    R1.y = clamp(R1.y + 0.5, 0.0, 1.0);
    R3 = mix(vec4(0.955, 0.925, 0.855, 1.0), R3, R1.yyyy);
    R1.z = frame.y - abs(R1.x);
    R1.z = R1.z * picture.y;
    R1.z = clamp(R1.z + 0.5, 0.0, 1.0);
    R3 = mix(R3, vec4(0.085, 0.07, 0.12, 1.0), R1.zzzz);
    R4 = texture(texture0, TEX0.xy);
    R3 = R3 * R4;
    R3.w = 1.0;
    color = R3;
    color = clamp(color, 0.0, 1.0);
}

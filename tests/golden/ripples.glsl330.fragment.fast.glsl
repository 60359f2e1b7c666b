#version 330 core
// Translated from ripples.fp (!!FP1.0): fragment shader, fast numerics
// Water: two layers of ripples slide over each other, their slope bends the view to the bottom, and
// the sky is reflected the more the flatter one looks.
//   f[TEX0]  where on the water, in ripples
//   f[TEX1]  direction to the viewer, y up, of any length
//   f[TEX2]  where in the picture of the bottom, projected
//   TEX0     normals of the ripples, TEX1 the sky, TEX2 the bottom

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
layout(std140) uniform FragmentParameters {
    vec4 drift;  // how far the layers have slid: x, y and z, w; at first 0.0, 0.0, 0.0, 0.0
    vec4 turn;  // the second layer is turned against the first; at first 0.8, -0.6, 0.6, 0.8
    vec4 deep;  // the water's colour, and how much of it one sees; at first 0.02, 0.13, 0.17, 0.4
};
uniform sampler2D texture0;
uniform samplerCube texture1;
uniform sampler2D texture2;
layout(location = 0) out vec4 color;

// NV_fragment_program 3.11.5.45, X2D
vec2 nv_x2d(vec2 a, vec2 b, vec4 c) {
    vec2 result = a + b.xx * c.xz + b.yy * c.yw;
    return result;
}

// NV_fragment_program 3.11.4.2: the range of 12-bit fixed point
vec3 fx12(vec3 a) {
    return clamp(a, -2.0, 1.9990234375);
}

// NV_fragment_program 3.11.5.26, RFL
vec3 nv_rfl(vec3 a, vec3 b) {
    vec3 products = a * b;
    vec3 squares = a * a;
    float scale = 2.0 * (products.x + products.y + products.z) / (squares.x + squares.y + squares.z);
    vec3 result = vec3(scale) * a - b;
    return result;
}

// NV_fragment_program 3.11.4.2: the range of 12-bit fixed point
float fx12(float a) {
    return clamp(a, -2.0, 1.9990234375);
}

void main() {
    vec4 R0 = vec4(0.0);
    vec4 R1 = vec4(0.0);
    vec4 R2;
    vec4 R3;
    vec4 H0;
    vec4 H1;
    vec4 H2;
    // what water reflects of light straight from above
    // the slope: 2 a - 1 and 2 b - 1, halfway between them
    R0.xy = TEX0.xy + drift.xy;
    H0 = texture(texture0, R0.xy);
    R0.xy = drift.zw;
    R0.xy = nv_x2d(R0.xy, TEX0.xy, turn);
    H1 = texture(texture0, R0.xy);
    H0.xyz = fx12(fx12(H0.xyz) + fx12(H1.xyz));
    H0.xyz = fx12(H0.xyz - 1.0);
    H0.xyz = fx12(H0.xzy * vec3(0.5, 1.0, 0.5));
    // the sky in it: the normal may be of any length
    R1.xyz = nv_rfl(H0.xyz, TEX1.xyz);
    H1 = texture(texture1, R1.xyz);
    // the bottom under it
    R2.xy = H0.xz * 0.05;
    R2.xy = R2.xy * TEX2.w + TEX2.xy;
    R2.zw = TEX2.zw;
    H2 = textureProj(texture2, R2);
    H2.xyz = fx12(mix(fx12(H2.xyz), fx12(deep.xyz), fx12(deep.www)));
    // how much of which: (1 - cos)^5
    R3.x = dot(H0.xyz, TEX1.xyz);
    R3.y = dot(H0.xyz, H0.xyz);
    R3.z = dot(TEX1.xyz, TEX1.xyz);
    R3.y = R3.y * R3.z;
    R3.y = inversesqrt(R3.y);
    R3.x = clamp(R3.x * R3.y, 0.0, 1.0);
    R3.x = 1.0 - R3.x;
    R3.x = pow(R3.x, 5.0);
    R3.x = mix(R3.x, 1.0, 0.02);
    color.xyz = mix(H2.xyz, H1.xyz, R3.xxx);
    color.w = 1.0;
    color = clamp(color, 0.0, 1.0);
}

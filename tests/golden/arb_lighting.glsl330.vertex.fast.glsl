#version 330 core
// Translated from arb_lighting.vp (!!ARBvp1.0): vertex shader, fast numerics
// The GL's own lighting, read from the GL's own state: a spot light that falls off with the distance
// (light 0) and a directional light (light 1) on one material. Texture unit 0 has the mesh's
// coordinates under the texture matrix, unit 1 a sphere map.

layout(location = 0) in vec4 position;
layout(location = 2) in vec4 normal;
layout(location = 8) in vec4 texcoord0;
layout(std140) uniform ProgramParameters {
    layout(row_major) mat4 mvp;
    layout(row_major) mat4x3 modelview;
    layout(row_major) mat3 normals;
    vec4 picture[2];
    vec4 lamp;
    vec4 cone;  // w = cosine of the cutoff
    vec4 falloff;  // constant, linear, quadratic; w = spot exponent
    vec4 lamp_ambient;  // the light's colours times the material's
    vec4 lamp_diffuse;
    vec4 lamp_specular;
    vec4 window;
    vec4 window_half;
    vec4 window_ambient;
    vec4 window_diffuse;
    vec4 window_specular;
    vec4 glow;
    vec4 shininess;
} program;
out vec4 COL0;
out vec4 COL1;
out vec4 TEX0;
out vec4 TEX1;

// NV_gpu_program4 2.X.8, LIT: y^w where x > 0
float specular(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99999, 127.99999));
    return x > 0.0 ? r : 0.0;
}

void main() {
    gl_Position = program.mvp * position;
    // Position and unit normal in eye space, unit vector to the eye
    vec3 eye = program.modelview * position;
    vec3 n = normalize(program.normals * normal.xyz);
    vec3 view = -normalize(eye);
    // To the lamp; DST gives 1, d, d*d for the falloff with the distance
    vec3 light = program.lamp.xyz - eye;
    float light2 = dot(light, light);
    float v_half = inversesqrt(light2);
    light *= v_half;
    float spot = dot(vec3(1.0, light2 * v_half, light2), program.falloff.xyz);
    // The spot: the cosine to its axis to the power of the exponent, nothing outside the cutoff
    float spot2 = dot(-light, normalize(program.cone.xyz));
    float spot3 = pow(max(spot2, 0.0), program.falloff.w) / spot * float(spot2 >= program.cone.w);
    // Lamp: y = diffuse share, z = specular share
    vec3 cosines = vec3(dot(n, light), dot(n, normalize(light + view)), program.shininess.x);
    vec2 shares = vec2(max(cosines.x, 0.0), specular(cosines.x, cosines.y, cosines.z));
    shares *= spot3;
    vec3 color = program.lamp_diffuse.xyz * shares.x + program.lamp_ambient.xyz * spot3 + program.glow.xyz;
    // Window
    cosines.x = dot(n, program.window.xyz);
    cosines.y = dot(n, program.window_half.xyz);
    vec2 shares2 = vec2(max(cosines.x, 0.0), specular(cosines.x, cosines.y, cosines.z));
    COL1 = vec4(clamp(program.window_specular.xyz * shares2.y + program.lamp_specular.xyz * shares.y, 0.0, 1.0), 0.0);
    COL0.xyz = program.window_diffuse.xyz * shares2.x + color + program.window_ambient.xyz;
    COL0.w = program.glow.w;
    TEX0.x = dot(program.picture[0], texcoord0);
    TEX0.y = dot(program.picture[1], texcoord0);
    TEX0.zw = vec2(0.0, 1.0);
    // Sphere map: the mirrored view r, r.xy / 2 sqrt(rx^2 + ry^2 + (rz + 1)^2) + 1/2
    vec3 mirror = reflect(-view, n);
    mirror.z += 1.0;
    TEX1 = vec4(mirror.xy * (inversesqrt(dot(mirror, mirror)) * 0.5) + 0.5, 0.0, 1.0);
    COL0 = clamp(COL0, 0.0, 1.0);
}

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
    vec4 eye, n, view, light, v_half, cosines, spot, shares, color, gloss, mirror, HPOS;
    COL1 = vec4(0.0);
    HPOS = program.mvp * position;
    // Position and unit normal in eye space, unit vector to the eye
    eye.xyz = program.modelview * position;
    n.xyz = program.normals * normal.xyz;
    n.xyz = normalize(n.xyz);
    view.xyz = -normalize(eye.xyz);
    // To the lamp; DST gives 1, d, d*d for the falloff with the distance
    light.xyz = program.lamp.xyz - eye.xyz;
    light.w = dot(light.xyz, light.xyz);
    v_half.w = inversesqrt(light.w);
    light.xyz = light.xyz * v_half.w;
    spot = vec4(1.0, light.w * v_half.w, light.w, v_half.w);
    spot.x = dot(spot.xyz, program.falloff.xyz);
    spot.x = 1.0 / spot.x;
    // The spot: the cosine to its axis to the power of the exponent, nothing outside the cutoff
    v_half.xyz = normalize(program.cone.xyz);
    spot.y = dot(-light.xyz, v_half.xyz);
    spot.z = float(spot.y >= program.cone.w);
    spot.y = max(spot.y, 0.0);
    spot.y = pow(spot.y, program.falloff.w);
    spot.x = spot.x * spot.y;
    spot.x = spot.x * spot.z;
    // Lamp: y = diffuse share, z = specular share
    v_half.xyz = light.xyz + view.xyz;
    v_half.xyz = normalize(v_half.xyz);
    cosines.x = dot(n.xyz, light.xyz);
    cosines.y = dot(n.xyz, v_half.xyz);
    cosines.w = program.shininess.x;
    shares = vec4(1.0, max(cosines.x, 0.0), specular(cosines.x, cosines.y, cosines.w), 1.0);
    shares = shares * spot.x;
    color.xyz = program.lamp_ambient.xyz * spot.x + program.glow.xyz;
    color.xyz = program.lamp_diffuse.xyz * shares.y + color.xyz;
    gloss.xyz = program.lamp_specular.xyz * shares.z;
    // Window
    cosines.x = dot(n.xyz, program.window.xyz);
    cosines.y = dot(n.xyz, program.window_half.xyz);
    shares = vec4(1.0, max(cosines.x, 0.0), specular(cosines.x, cosines.y, cosines.w), 1.0);
    color.xyz = color.xyz + program.window_ambient.xyz;
    color.xyz = program.window_diffuse.xyz * shares.y + color.xyz;
    COL1.xyz = program.window_specular.xyz * shares.z + gloss.xyz;
    COL0.xyz = color.xyz;
    COL0.w = program.glow.w;
    TEX0.x = dot(program.picture[0], texcoord0);
    TEX0.y = dot(program.picture[1], texcoord0);
    TEX0.zw = vec2(0.0, 1.0);
    // Sphere map: the mirrored view r, r.xy / 2 sqrt(rx^2 + ry^2 + (rz + 1)^2) + 1/2
    mirror.xyz = reflect(-view.xyz, n.xyz);
    mirror.z = mirror.z + 1.0;
    mirror.w = dot(mirror.xyz, mirror.xyz);
    mirror.w = inversesqrt(mirror.w);
    mirror.w = mirror.w * 0.5;
    TEX1.xy = mirror.xy * mirror.w + 0.5;
    TEX1.zw = vec2(0.0, 1.0);
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    COL1 = clamp(COL1, 0.0, 1.0);
}

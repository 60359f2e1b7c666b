#version 330 core
// Translated from sparks_tone.fp (!!NVfp5.0): fragment shader, fast numerics
// Light as the eye takes it: bright parts approach white, and their colours with them.
//
//   texcoord[0]        where in the picture
//   texture[0]         the light
//   program.local[0]   x: exposure, y: how dark the corners are, z: width by height

in vec4 TEX0;
layout(std140) uniform FragmentParameters {
    vec4 look;
};
uniform sampler2D texture0;
layout(location = 0) out vec4 color;

void main() {
    vec4 light;
    vec4 r;
    light = texture(texture0, TEX0.xy);
    r.x = dot(light.xyz, vec3(0.2, 0.6, 0.2));
    // A little of what is very bright becomes white
    r.x = clamp(r.x * 0.16 - 0.2, 0.0, 1.0);
    r.y = max(light.x, light.y);
    r.y = max(r.y, light.z);
    light.xyz = mix(light.xyz, r.yyy, r.xxx);
    r.zw = TEX0.xy * 2.0 - 1.0;
    r.z = dot(r.zw, r.zw);
    r.z = r.z * look.y + 1.0;
    r.z = 1.0 / r.z;
    r.z = r.z * look.x;
    light = light * -r.z;
    r.x = exp2(light.x);
    r.y = exp2(light.y);
    r.z = exp2(light.z);
    color.xyz = 1.0 - r.xyz;
    color.w = 1.0;
}

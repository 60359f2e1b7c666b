#version 330 core
// Translated from dish.fp (!!NVfp4.0): fragment shader, fast numerics
// A thin layer of liquid that shows how sick its cells are: the sicker, the paler, and the higher the surface.
//
//   texcoord[1]        position in the world, the middle of the dish at 0 and its radius 1
//   texture[0]         the cells, red from 0 to 0.78
//   program.local[0]   xyz: the eye, w: shininess
//   program.local[1]   xyz: unit direction to the light, w: how steep the waves are

in vec4 TEX1;
layout(std140) uniform FragmentParameters {
    vec4 eye;
    vec4 light;
};
uniform sampler2D texture0;
layout(location = 0) out vec4 color;

// NV_gpu_program4 2.X.8, LIT: y^w where x > 0
float specular(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99999, 127.99999));
    return x > 0.0 ? r : 0.0;
}

void main() {
    vec4 place = vec4(0.0);
    vec4 cells;
    vec4 right;
    vec4 above;
    vec4 normal = vec4(0.0);
    vec4 view = vec4(0.0);
    vec4 v_half = vec4(0.0);
    vec4 lit = vec4(0.0);
    vec4 color_2;
    vec4 share;
    place.xy = TEX1.xz * 0.48 + 0.5;
    cells = texture(texture0, place.xy);
    right = textureOffset(texture0, place.xy, ivec2(1, 0));
    above = textureOffset(texture0, place.xy, ivec2(0, 1));
    // The surface leans away from where it is higher
    normal.x = cells.x - right.x;
    normal.z = cells.x - above.x;
    normal.xz = normal.xz * light.w;
    normal.y = 1.0;
    normal.xyz = normalize(normal.xyz);
    view.xyz = eye.xyz - TEX1.xyz;
    view.xyz = normalize(view.xyz);
    v_half.xyz = view.xyz + light.xyz;
    v_half.xyz = normalize(v_half.xyz);
    lit.x = dot(normal.xyz, light.xyz);
    lit.y = dot(normal.xyz, v_half.xyz);
    lit.w = eye.w;
    lit = vec4(1.0, max(lit.x, 0.0), specular(lit.x, lit.y, lit.w), 1.0);
    // Deep where all is well, then blue, amber, cream; between the three texels fronts are not as jagged
    cells.x = cells.x + right.x;
    cells.x = cells.x + above.x;
    share.x = clamp(cells.x * 1.0, 0.0, 1.0);
    share.y = clamp(cells.x * 1.1 - 0.9, 0.0, 1.0);
    share.z = clamp(cells.x * 1.2 - 1.8, 0.0, 1.0);
    color_2 = mix(vec4(0.015, 0.04, 0.09, 1.0), vec4(0.04, 0.23, 0.38, 1.0), share.xxxx);
    color_2 = mix(color_2, vec4(0.9, 0.42, 0.1, 1.0), share.yyyy);
    color_2 = mix(color_2, vec4(1.0, 0.9, 0.7, 1.0), share.zzzz);
    lit.y = lit.y * 0.75 + 0.3;
    color_2.xyz = color_2.xyz * lit.y;
    // A still film reflects little from above and much at a slant
    share.w = clamp(dot(normal.xyz, view.xyz), 0.0, 1.0);
    share.w = 1.0 - share.w;
    share.x = share.w * share.w;
    share.x = share.x * share.x;
    share.x = clamp(share.x * share.w + 0.03, 0.0, 1.0);
    color_2.xyz = mix(color_2.xyz, vec3(0.4, 0.52, 0.62), share.xxx);
    color_2.xyz = lit.z * 0.55 + color_2.xyz;
    // The wall of the dish keeps light from the rim
    share.y = dot(TEX1.xyz, TEX1.xyz);
    share.y = share.y * share.y;
    share.y = share.y * share.y;
    share.y = share.y * -0.6 + 1.0;
    color.xyz = color_2.xyz * share.y;
    color.w = 1.0;
}

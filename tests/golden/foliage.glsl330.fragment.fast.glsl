#version 330 core
// Translated from foliage.fp (!!ARBfp1.0): fragment shader, fast numerics
// Leaves: what the texture leaves out is cut away, the rest is lit per pixel with a specular highlight.
//   texcoord[0]  texture coordinates
//   texcoord[1]  normal
//   texcoord[2]  half vector
//   texcoord[3]  direction to the light

in vec4 TEX0;
in vec4 TEX1;
in vec4 TEX2;
in vec4 TEX3;
layout(std140) uniform FragmentParameters {
    vec4 threshold;  // below this alpha there is no leaf
    vec4 shininess;
    vec4 ambient;
    vec4 diffuse;
    vec4 specular_2;
};
uniform sampler2D texture0;
layout(location = 0) out vec4 color;

// NV_gpu_program4 2.X.8, LIT: y^w where x > 0
float specular(float x, float y, float w) {
    float r = w == 0.0 ? 1.0 : pow(max(y, 0.0), clamp(w, -127.99999, 127.99999));
    return x > 0.0 ? r : 0.0;
}

void main() {
    vec4 leaf;
    vec4 normal;
    vec4 v_half;
    vec4 light;
    vec4 products;
    vec4 lit;
    leaf = texture(texture0, TEX0.xy);
    products = vec4(leaf.w - threshold.x);
    if (products.x < 0.0) discard;  // no leaf here
    // unit vectors: interpolation shortens them
    normal.w = dot(TEX1.xyz, TEX1.xyz);
    normal.w = inversesqrt(abs(normal.w));
    normal.xyz = TEX1.xyz * normal.w;
    v_half.w = dot(TEX2.xyz, TEX2.xyz);
    v_half.w = inversesqrt(abs(v_half.w));
    v_half.xyz = TEX2.xyz * v_half.w;
    light.w = dot(TEX3.xyz, TEX3.xyz);
    light.w = inversesqrt(abs(light.w));
    light.xyz = TEX3.xyz * light.w;
    products.x = dot(normal.xyz, light.xyz);
    products.y = dot(normal.xyz, v_half.xyz);
    products.w = shininess.x;
    lit = vec4(1.0, max(products.x, 0.0), specular(products.x, products.y, products.w), 1.0);
    products.xyz = lit.y * diffuse.xyz + ambient.xyz;
    products.xyz = products.xyz * leaf.xyz;
    color.xyz = lit.z * specular_2.xyz + products.xyz;
    color.w = leaf.w;
    color = clamp(color, 0.0, 1.0);
}

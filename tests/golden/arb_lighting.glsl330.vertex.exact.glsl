#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from arb_lighting.vp (!!ARBvp1.0): vertex shader, exact numerics
// The GL's own lighting, read from the GL's own state: a spot light that falls off with the distance
// (light 0) and a directional light (light 1) on one material. Texture unit 0 has the mesh's
// coordinates under the texture matrix, unit 1 a sphere map.

layout(location = 0) in vec4 position;
layout(location = 2) in vec4 normal;
layout(location = 8) in vec4 vertex_texcoord_0;
layout(std140) uniform ProgramParameters {
    vec4 mvp[4];
    vec4 modelview[3];
    vec4 normals[3];
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
precise out vec4 COL0;
precise out vec4 COL1;
precise out vec4 TEX0;
precise out vec4 TEX1;

float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

// NV_gpu_program4 2.X.8, DP4
float nv_dp4(vec4 a, vec4 b) {
    precise vec4 product = a * b;
    precise float sum = product.x + product.y + product.z + product.w;
    return sum;
}

// NV_gpu_program4 2.X.8, DP3
float nv_dp3(vec3 a, vec3 b) {
    precise vec3 product = a * b;
    precise float sum = product.x + product.y + product.z;
    return sum;
}

// ARB_vertex_program 2.14.5.22: of the absolute value
float nv_rsq(float a) {
    precise float r = mix(inversesqrt(abs(a)), 0.0, abs(a) == uintBitsToFloat(0x7f800000u));
    r = mix(r, uintBitsToFloat(0x7f800000u), abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// NV_gpu_program4 2.X.8, RCP: what is below 2^-126 is zero
float nv_rcp(float a) {
    uint sign = floatBitsToUint(a) & 0x80000000u;
    precise float r = mix(1.0 / a, uintBitsToFloat(sign), abs(a) > uintBitsToFloat(0x7e800000u));
    r = mix(r, uintBitsToFloat(sign | 0x7f800000u), abs(a) < uintBitsToFloat(0x00800000u));
    return r;
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_greater_equal(float a, float b) {
    precise bool r = a >= b;
    return r;
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// NV_gpu_program4 2.X.8, MAX: the second operand unless the first is greater
float nv_max(float a, float b) {
    precise float r = mix(b, a, a > b);
    return r;
}

// NV_gpu_program4 2.X.8, LG2
float nv_lg2(float a) {
    int bits = floatBitsToInt(a) - 0x3f3504f3;
    float m = intBitsToFloat((bits & 0x007fffff) + 0x3f3504f3);
    precise float x = (m - 1.0) / (m + 1.0);
    precise float y = x * x;
    precise float r = float(bits >> 23)
        + x * (2.88539 + y * 0.96179885 + y * y * (0.57671386 + y * 0.43174833));
    if (!(a >= uintBitsToFloat(0x00800000u))) {
        r = a > -uintBitsToFloat(0x00800000u) ? -uintBitsToFloat(0x7f800000u)
            : uintBitsToFloat(0x7fc00000u);
    }
    return isnan(a) || a == uintBitsToFloat(0x7f800000u) ? a : r;
}

// NV_gpu_program4 2.X.8, EX2
float nv_ex2(float a) {
    float n = floor(clamp(a, -127.0, 128.0));
    precise float x = clamp(a, -127.0, 128.0) - n;
    precise float y = x * x;
    precise float r = 1.0 + x * (0.693147 + x * 0.24023011 + y * (0.05548128 + x * 0.0096838456
        + y * (0.0012388321 + x * 0.00021892281)));
    r *= intBitsToFloat(int(n) + 127 << 23);  // 0 and INF, too
    return isnan(a) ? a : r;
}

// NV_gpu_program4 2.X.8, POW: 2^(b log2 a)
float nv_pow(float a, float b) {
    precise float power = b * nv_lg2(a);
    return nv_ex2(power);
}

// NV_gpu_program4 2.X.8, LIT
float nv_positive(float a) {
    precise float r = mix(a, 0.0, a <= 0.0);
    return r;
}

// exact numerics: precise (GLSL 4.60 4.12), as compilers else take nothing to be NaN
bool nv_greater(float a, float b) {
    precise bool r = a > b;
    return r;
}

// NV_gpu_program4 2.X.8, LIT: y^w where x > 0; anything to the power 0 is 1
float nv_specular(float x, float y, float w) {
    precise float r = nv_pow(max(y, 0.0), clamp(w, -127.99999, 127.99999));
    r = isnan(y) || isnan(w) ? y + w : r;
    return nv_greater(x, 0.0) ? w == 0.0 ? 1.0 : r : 0.0;
}

// exact numerics: constants that no compiler folds
vec4 nv_opaque(vec4 a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(vec4(zero)));
}

void main() {
    precise vec4 eye, n, view, light, v_half, cosines, spot, shares, color, gloss, mirror, HPOS;
    COL1 = vec4(0.0);
    HPOS.x = nv_dp4(program.mvp[0], position);
    HPOS.y = nv_dp4(program.mvp[1], position);
    HPOS.z = nv_dp4(program.mvp[2], position);
    HPOS.w = nv_dp4(program.mvp[3], position);
    // Position and unit normal in eye space, unit vector to the eye
    eye.x = nv_dp4(program.modelview[0], position);
    eye.y = nv_dp4(program.modelview[1], position);
    eye.z = nv_dp4(program.modelview[2], position);
    n.x = nv_dp3(program.normals[0].xyz, normal.xyz);
    n.y = nv_dp3(program.normals[1].xyz, normal.xyz);
    n.z = nv_dp3(program.normals[2].xyz, normal.xyz);
    n.w = nv_dp3(n.xyz, n.xyz);
    n.w = nv_rsq(n.w);
    n.xyz = n.xyz * n.w;
    view.w = nv_dp3(eye.xyz, eye.xyz);
    view.w = nv_rsq(view.w);
    view.xyz = -eye.xyz * view.w;
    // To the lamp; DST gives 1, d, d*d for the falloff with the distance
    light.xyz = program.lamp.xyz - eye.xyz;
    light.w = nv_dp3(light.xyz, light.xyz);
    v_half.w = nv_rsq(light.w);
    light.xyz = light.xyz * v_half.w;
    spot = vec4(1.0, light.w * v_half.w, light.w, v_half.w);
    spot.x = nv_dp3(spot.xyz, program.falloff.xyz);
    spot.x = nv_rcp(spot.x);
    // The spot: the cosine to its axis to the power of the exponent, nothing outside the cutoff
    v_half.w = nv_dp3(program.cone.xyz, program.cone.xyz);
    v_half.w = nv_rsq(v_half.w);
    v_half.xyz = program.cone.xyz * v_half.w;
    spot.y = nv_dp3(-light.xyz, v_half.xyz);
    spot.z = nv_opaque(float(nv_greater_equal(spot.y, program.cone.w)));
    spot.y = nv_max(spot.y, zero);
    spot.y = nv_pow(spot.y, program.falloff.w);
    spot.x = spot.x * spot.y;
    spot.x = spot.x * spot.z;
    // Lamp: y = diffuse share, z = specular share
    v_half.xyz = light.xyz + view.xyz;
    v_half.w = nv_dp3(v_half.xyz, v_half.xyz);
    v_half.w = nv_rsq(v_half.w);
    v_half.xyz = v_half.xyz * v_half.w;
    cosines.x = nv_dp3(n.xyz, light.xyz);
    cosines.y = nv_dp3(n.xyz, v_half.xyz);
    cosines.w = program.shininess.x;
    shares = nv_opaque(vec4(1.0, nv_positive(cosines.x), nv_specular(cosines.x, cosines.y, cosines.w), 1.0));
    shares = shares * spot.x;
    color.xyz = program.lamp_ambient.xyz * spot.x + program.glow.xyz;
    color.xyz = program.lamp_diffuse.xyz * shares.y + color.xyz;
    gloss.xyz = program.lamp_specular.xyz * shares.z;
    // Window
    cosines.x = nv_dp3(n.xyz, program.window.xyz);
    cosines.y = nv_dp3(n.xyz, program.window_half.xyz);
    shares = nv_opaque(vec4(1.0, nv_positive(cosines.x), nv_specular(cosines.x, cosines.y, cosines.w), 1.0));
    color.xyz = color.xyz + program.window_ambient.xyz;
    color.xyz = program.window_diffuse.xyz * shares.y + color.xyz;
    COL1.xyz = program.window_specular.xyz * shares.z + gloss.xyz;
    COL0.xyz = color.xyz;
    COL0.w = program.glow.w;
    TEX0.x = nv_dp4(program.picture[0], vertex_texcoord_0);
    TEX0.y = nv_dp4(program.picture[1], vertex_texcoord_0);
    TEX0.zw = vec2(zero, 1.0);
    // Sphere map: the mirrored view r, r.xy / 2 sqrt(rx^2 + ry^2 + (rz + 1)^2) + 1/2
    mirror.w = nv_dp3(n.xyz, view.xyz);
    mirror.w = mirror.w * 2.0;
    mirror.xyz = n.xyz * mirror.w - view.xyz;
    mirror.z = mirror.z + 1.0;
    mirror.w = nv_dp3(mirror.xyz, mirror.xyz);
    mirror.w = nv_rsq(mirror.w);
    mirror.w = mirror.w * 0.5;
    TEX1.xy = mirror.xy * mirror.w + 0.5;
    TEX1.zw = vec2(zero, 1.0);
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
    COL1 = clamp(COL1, 0.0, 1.0);
}

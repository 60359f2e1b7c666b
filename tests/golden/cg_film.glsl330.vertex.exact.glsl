#version 330 core
#ifdef GL_ARB_gpu_shader5
#extension GL_ARB_gpu_shader5 : enable
#else
#define precise
#endif
// Translated from cg_film.vp (!!ARBvp1.0): vertex shader, exact numerics
// A soap film, in the form the Cg compiler gives its vertex programs: uniforms by name in comments, constants
// at the head of c[], numbered temporaries. Swirls of four waves, doubled and bent by themselves, move the
// thickness of a film that runs downwards; light of three wavelengths mirrored by both its faces meets itself.
// profile arbvp1
// program film
// semantic film.modelViewProj : WORLDVIEWPROJECTION
// semantic film.modelView : WORLDVIEW
// semantic film.modelViewIT : WORLDVIEWINVERSETRANSPOSE
// semantic film.time : TIME
// var float4 position : $vin.POSITION : POSITION : 0 : 1
// var float3 normal : $vin.NORMAL : NORMAL : 1 : 1
// var float4x4 modelViewProj :  : c[4], 4 : 2 : 1
// var float4x4 modelView :  : c[8], 4 : 3 : 1
// var float3x3 modelViewIT :  : c[12], 3 : 4 : 1
// var float time :  : c[15] : 5 : 1
// var float4 film :  : c[16] : 6 : 1
// var float3 orders :  : c[17] : 7 : 1
// var float wobble :  : c[18] : 8 : 1
// var float4 light :  : c[19] : 9 : 1
// var float4 swirls[0] :  : c[20] : 10 : 1
// var float4 swirls[1] :  : c[21] : 10 : 1
// var float4 swirls[2] :  : c[22] : 10 : 1
// var float4 flow :  : c[23] : 11 : 1
// var float4 oPosition : $vout.POSITION : HPOS : 12 : 1
// var float4 oColor : $vout.COLOR : COL0 : 13 : 1
// var float4 oMirror : $vout.TEXCOORD0 : TEX0 : 14 : 1
// var float4 oGlint : $vout.TEXCOORD1 : TEX1 : 15 : 1
// const c[0] = 0.5 1 2 0
// const c[1] = -26.2 60.2 -85.45 64.94
// const c[2] = -19.7392 0.25 0.35 0.17
// const c[3] = 0.5625 0.3 0.0001 0.65
// default orders = 4.09 5 5.91
// default film = 0.2 0.5 0.05 1
// default light = 1 1 1 0.5
// default wobble = 0
// default swirls = 0.31 -0.23 0.57 0.11 0.62 0.41 -0.19 -0.37 -0.17 0.29 0.43 -0.53
// default flow = 0.25 -0.125 0.125 -0.25

layout(location = 0) in vec4 vertex_position;
layout(location = 2) in vec4 vertex_normal;
layout(std140) uniform ProgramParameters {
    vec4 modelViewProj[4];  // float4x4, a row in each (WORLDVIEWPROJECTION)
    vec4 modelView[4];  // float4x4, a row in each (WORLDVIEW)
    vec4 modelViewIT[3];  // float3x3, a row in each (WORLDVIEWINVERSETRANSPOSE)
    vec4 time;  // float (TIME)
    vec4 film;  // float4
    vec4 orders;  // float3
    vec4 wobble;  // float
    vec4 light;  // float4
    vec4 swirls[3];  // float4[3]
    vec4 flow;  // float4
};
precise out vec4 COL0;
precise out vec4 TEX0;
precise out vec4 TEX1;

float zero = intBitsToFloat(gl_VertexID >> 31);  // 0.0 that no compiler folds: 0 * INF is NaN

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
vec4 nv_frc(vec4 a) {
    precise vec4 r = a - floor(a);
    return mix(r, vec4(0.99999994), equal(r, vec4(1.0)));
}

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
    a = abs(a);
    return a < uintBitsToFloat(0x00800000u) ? uintBitsToFloat(0x7f800000u)
        : a == uintBitsToFloat(0x7f800000u) ? 0.0 : inversesqrt(a);
}

// exact numerics: constants that no compiler folds
float nv_opaque(float a) {
    return uintBitsToFloat(floatBitsToUint(a) | floatBitsToUint(zero));
}

// NV_gpu_program4 2.X.8, FRC: in [0, 1)
vec3 nv_frc(vec3 a) {
    precise vec3 r = a - floor(a);
    return mix(r, vec3(0.99999994), equal(r, vec3(1.0)));
}

void main() {
    precise vec4 R0;
    precise vec4 R1;
    precise vec4 R2;
    precise vec4 R3;
    precise vec4 R4;
    precise vec4 R5;
    precise vec4 HPOS;
    R0 = vertex_position.y * swirls[1];
    R0 = vertex_position.x * swirls[0] + R0;
    R0 = vertex_position.z * swirls[2] + R0;
    R0 = time.x * flow + R0;
    R0 = nv_frc(R0);
    R0 = R0 - 0.5;
    R1 = R0 * R0;
    R2 = R1 * -26.2 + 60.2;
    R2 = R2 * R1 - 85.45;
    R2 = R2 * R1 + 64.94;
    R2 = R2 * R1 - 19.7392;
    R2 = R2 * R1 + 1.0;
    R1.x = R2.x + R2.y;
    R1.x = R1.x * wobble.x;
    R3.xyz = vertex_normal.xyz * R1.x + vertex_position.xyz;
    R3.w = 1.0;
    HPOS.x = nv_dp4(R3, modelViewProj[0]);
    HPOS.y = nv_dp4(R3, modelViewProj[1]);
    HPOS.z = nv_dp4(R3, modelViewProj[2]);
    HPOS.w = nv_dp4(R3, modelViewProj[3]);
    R1 = R2.wxyz * 0.35;
    R0 = R0 * 2.0 + R1;
    R0 = nv_frc(R0);
    R0 = R0 - 0.5;
    R1 = R0 * R0;
    R4 = R1 * -26.2 + 60.2;
    R4 = R4 * R1 - 85.45;
    R4 = R4 * R1 + 64.94;
    R4 = R4 * R1 - 19.7392;
    R4 = R4 * R1 + 1.0;
    R4 = R4 * 0.5 + R2;
    R1.w = nv_dp4(R4, vec4(0.25));
    R0.x = nv_dp4(R3, modelView[0]);
    R0.y = nv_dp4(R3, modelView[1]);
    R0.z = nv_dp4(R3, modelView[2]);
    R0.w = nv_dp3(R0.xyz, R0.xyz);
    R0.w = nv_rsq(R0.w);
    R0.xyz = R0.w * -R0.xyz;
    R2.x = nv_dp3(vertex_normal.xyz, modelViewIT[0].xyz);
    R2.y = nv_dp3(vertex_normal.xyz, modelViewIT[1].xyz);
    R2.z = nv_dp3(vertex_normal.xyz, modelViewIT[2].xyz);
    R2.w = nv_dp3(R2.xyz, R2.xyz);
    R2.w = nv_rsq(R2.w);
    R2.xyz = R2.w * R2.xyz;
    R0.w = nv_dp3(R2.xyz, R0.xyz);
    R3.w = nv_opaque(float(R0.w >= 0.0));
    R3.w = R3.w * 2.0 - 1.0;
    R0.w = R0.w * R3.w;
    R2.xyz = R2.xyz * R3.w;
    R4.x = R0.w * R0.w;
    R4.x = 1.0 - R4.x;
    R4.x = -R4.x * 0.5625 + 1.0;
    R4.y = nv_rsq(R4.x);
    R4.x = R4.x * R4.y;
    R4.y = 1.0 - vertex_position.y;
    R4.y = R4.y * 0.5;
    R4.y = R4.y * film.y + film.x;
    R4.y = R1.w * film.z + R4.y;
    R4.x = R4.x * R4.y;
    R4.xyz = R4.x * orders.xyz;
    R4.xyz = nv_frc(R4.xyz);
    R4.xyz = R4.xyz - 0.5;
    R5.xyz = R4.xyz * R4.xyz;
    R4.xyz = R5.xyz * -26.2 + 60.2;
    R4.xyz = R4.xyz * R5.xyz - 85.45;
    R4.xyz = R4.xyz * R5.xyz + 64.94;
    R4.xyz = R4.xyz * R5.xyz - 19.7392;
    R4.xyz = R4.xyz * R5.xyz + 1.0;
    R4.xyz = R4.xyz * 0.5 + 0.5;
    R1.x = 1.0 - R0.w;
    R1.y = R1.x * R1.x;
    R1.x = R1.x * R1.y;
    R1.x = R1.x * film.w + 0.17;
    R1.y = R3.w * 0.3 + 0.65;
    R1.x = R1.x * R1.y;
    R4.xyz = R4.xyz * light.xyz;
    COL0.xyz = R4.xyz * R1.x;
    COL0.w = R1.x * light.w;
    R0.w = R0.w * 2.0;
    R2.xyz = R2.xyz * R0.w - R0.xyz;
    R2.z = R2.z + 1.0;
    R2.w = nv_dp3(R2.xyz, R2.xyz);
    R2.w = R2.w + 0.0001;
    R2.w = nv_rsq(R2.w);
    R2.w = R2.w * 0.5;
    R2.xy = R2.xy * R2.w + 0.5;
    TEX0.xy = R2.xy;
    TEX0.zw = vec2(zero, 1.0);
    TEX1.xy = R2.xy;
    TEX1.zw = vec2(zero, 1.0);
    // 90 instructions, 6 R-regs
    gl_Position = HPOS;
    COL0 = clamp(COL0, 0.0, 1.0);
}

!!ARBfp1.0
# A lamp that comes closer in three steps; cut where the mask says so.
ATTRIB normal = fragment.texcoord[2];
ATTRIB place = fragment.texcoord[1];
PARAM lamp = program.env[0];
PARAM steps_0 = program.env[1];
PARAM steps_1 = program.env[2];
PARAM reach = {4.0, 0.0625, 0.1, 1.0};
TEMP texel, size, T1, unit, light, way, test, light_1, light_2, test_1, light_3, light_4, test_2,
     light_5, light_6, T2;

TEX texel, fragment.texcoord[0], texture[0], 2D;
SUB size.x, texel.w, 0.5;
KIL size.x;
DP3 T1.x, normal, normal;
RSQ T1.x, T1.x;
MUL unit.xyz, normal, T1.x;
MOV light, reach.z;
MOV size.w, 0.0;
MAD way.xyz, steps_1, size.w, lamp;
SUB way.xyz, way, place;
ADD size.w, size.w, 1.0;
DP3 way.w, way, way;
# Beyond its reach it gives nothing.
SLT size.x, way.w, reach.x;
ABS T1.x, size.x;
SLT test.x, -T1.x, 0.0;
DP3 T1.x, way, way;
RSQ T1.x, T1.x;
MUL way.xyz, way, T1.x;
DP3_SAT size.y, unit, way;
MAD light_1.xyz, size.y, steps_0, light;
ADD light_2.w, light.w, reach.y;
CMP light.xyz, -test.x, light_1, light;
CMP light.w, -test.x, light.w, light_2.w;
MAD way.xyz, steps_1, size.w, lamp;
SUB way.xyz, way, place;
ADD size.w, size.w, 1.0;
DP3 way.w, way, way;
SLT size.x, way.w, reach.x;
ABS T1.x, size.x;
SLT test_1.x, -T1.x, 0.0;
DP3 T1.x, way, way;
RSQ T1.x, T1.x;
MUL way.xyz, way, T1.x;
DP3_SAT size.y, unit, way;
MAD light_3.xyz, size.y, steps_0, light;
ADD light_4.w, light.w, reach.y;
CMP light.xyz, -test_1.x, light_3, light;
CMP light.w, -test_1.x, light.w, light_4.w;
MAD way.xyz, steps_1, size.w, lamp;
SUB way.xyz, way, place;
DP3 way.w, way, way;
SLT size.x, way.w, reach.x;
ABS T1.x, size.x;
SLT test_2.x, -T1.x, 0.0;
DP3 T1.x, way, way;
RSQ T1.x, T1.x;
MUL way.xyz, way, T1.x;
DP3_SAT size.y, unit, way;
MAD light_5.xyz, size.y, steps_0, light;
ADD light_6.w, light.w, reach.y;
CMP light.xyz, -test_2.x, light_5, light;
CMP light.w, -test_2.x, light.w, light_6.w;
# Seen along the surface it is the mask that shines.
MUL T1.x, unit.x, light.x;
MUL T2.x, unit.y, light.y;
ADD T1.x, T1.x, T2.x;
ADD size.zw, T1.x, -0.25;
MAD T1.xy, light.x, reach.z, unit;
MAD way.xy, light.y, reach.w, T1;
SGE T1.x, size.z, 0.0;
MUL T2.xyz, light, texel;
CMP light.xyz, -T1.x, T2, light;
ABS T1.xy, way;
CMP light.xy, size.w, T1, light;
MOV result.color, light;
END

!!NVfp5.0
# Light as the eye takes it: bright parts approach white, and their colours with them.
#
#   texcoord[0]        where in the picture
#   texture[0]         the light
#   program.local[0]   x: exposure, y: how dark the corners are, z: width by height

PARAM look = program.local[0];
ATTRIB at = fragment.texcoord[0];
TEMP light, r;

TEX light, at, texture[0], 2D;
DP3 r.x, light, { 0.20, 0.60, 0.20, 0.0 };
# A little of what is very bright becomes white
MAD.SAT r.x, r.x, 0.16, -0.2;
MAX r.y, light.x, light.y;
MAX r.y, r.y, light.z;
LRP light.xyz, r.x, r.y, light;
MAD r.zw, at.xyxy, 2.0, -1.0;
DP2 r.z, r.zwzw, r.zwzw;
MAD r.z, r.z, look.y, 1.0;
RCP r.z, r.z;
MUL r.z, r.z, look.x;
MUL light, light, -r.z;
EX2 r.x, light.x;
EX2 r.y, light.y;
EX2 r.z, light.z;
SUB result.color.xyz, 1.0, r;
MOV result.color.w, 1.0;
END

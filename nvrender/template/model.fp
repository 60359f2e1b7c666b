!!ARBfp1.0
# Runs once for each pixel of the model: a glazed surface, lit by one lamp.
PARAM lamp = program.local[0];   # xyz: where it is, as the eye sees it
PARAM glaze = program.local[1];  # x: how bright the highlight is, y: how small, z: ambient light
TEMP normal, light, eye, middle, diffuse, shine, color;

DP3 normal.w, fragment.texcoord[1], fragment.texcoord[1];
RSQ normal.w, normal.w;
MUL normal.xyz, fragment.texcoord[1], normal.w;

SUB light, lamp, fragment.texcoord[2];
DP3 light.w, light, light;
RSQ light.w, light.w;
MUL light.xyz, light, light.w;

# The eye is at the origin
DP3 eye.w, fragment.texcoord[2], fragment.texcoord[2];
RSQ eye.w, eye.w;
MUL eye.xyz, -fragment.texcoord[2], eye.w;

# Half way between eye and lamp
ADD middle, light, eye;
DP3 middle.w, middle, middle;
RSQ middle.w, middle.w;
MUL middle.xyz, middle, middle.w;

DP3_SAT diffuse.x, normal, light;
ADD diffuse.x, diffuse.x, glaze.z;
DP3_SAT shine.x, normal, middle;
POW shine.x, shine.x, glaze.y;

TEX color, fragment.texcoord[0], texture[0], 2D;
MUL color.xyz, color, diffuse.x;
MAD color.xyz, shine.x, glaze.x, color;
MOV result.color, color;
END

!!ARBfp1.0
OPTION ARB_precision_hint_fastest;
# texture 0 the bumps, 1 the falloff, 2 the light's picture, 3 diffuse, 4 specular
PARAM diffuseColor = program.env[0];
PARAM specularColor = program.env[1];
TEMP toLight, toView, half, bump, light, color, R0, R1;
DP3 toLight, fragment.texcoord[0], fragment.texcoord[0];
RSQ toLight, toLight.x;
MUL toLight.xyz, fragment.texcoord[0], toLight;
DP3 toView, fragment.texcoord[4], fragment.texcoord[4];
RSQ toView, toView.x;
MUL toView.xyz, fragment.texcoord[4], toView;
TEX bump, fragment.texcoord[1], texture[0], 2D;
MAD bump.xyz, bump.wyzx, 2.0, -1.0;
DP3 light, toLight, bump;
TXP R1, fragment.texcoord[3], texture[2], 2D;
MUL light, light, R1;
TEX R1, fragment.texcoord[2], texture[1], 2D;
MUL light, light, R1;
TEX R1, fragment.texcoord[1], texture[3], 2D;
MUL color, R1, diffuseColor;
ADD half.xyz, toLight, toView;
DP3 half.w, half, half;
RSQ half.w, half.w;
MUL half.xyz, half, half.w;
DP3_SAT R0.x, half, bump;
POW R0.x, R0.x, { 16.0 }.x;
TEX R1, fragment.texcoord[1], texture[4], 2D;
MUL R1, R1, specularColor;
MAD color, R0.x, R1, color;
MUL result.color.xyz, light, color;
END

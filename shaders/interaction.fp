!!ARBfp1.0
OPTION ARB_fragment_program_shadow;
# One light on one surface: bumps in tangent space, a picture that the light throws, its falloff, what stands in its way.
# The sum over all lights is the picture.
#
#   texcoord[0..4]     as interaction.vp gives them
#   texture[0]         normals of bumps, alpha: their height
#   texture[1]         the surface's colour
#   texture[2]         the picture that the light throws
#   texture[3]         its falloff along t
#   texture[4]         how deep the light sees
#   program.local[0]   the light's colour on what is dull, w: shininess
#   program.local[1]   and on what shines

PARAM dull  = program.local[0];
PARAM shiny = program.local[1];
TEMP bump, color, toLight, toEye, light, gloss;

TEX bump, fragment.texcoord[0], texture[0], 2D;
MAD bump.xyz, bump, 2.0, -1.0;
DP3 light.w, bump, bump;
RSQ light.w, light.w;
MUL bump.xyz, bump, light.w;

DP3 toLight.w, fragment.texcoord[1], fragment.texcoord[1];
RSQ toLight.w, toLight.w;
MUL toLight.xyz, fragment.texcoord[1], toLight.w;
DP3 toEye.w, fragment.texcoord[2], fragment.texcoord[2];
RSQ toEye.w, toEye.w;
MAD toEye.xyz, fragment.texcoord[2], toEye.w, toLight;
DP3 toEye.w, toEye, toEye;
RSQ toEye.w, toEye.w;
MUL toEye.xyz, toEye, toEye.w;

# What arrives: the picture thrown, less with the distance, nothing behind the light and in shadow
TXP light, fragment.texcoord[3], texture[2], 2D;
TEX color, fragment.texcoord[4], texture[3], 2D;
MUL light, light, color;
TXP color, fragment.texcoord[3], texture[4], SHADOW2D;
MUL light, light, color.x;
CMP light, -fragment.texcoord[3].w, light, 0.0;
DP3_SAT light.w, bump, toLight;
MUL light.xyz, light, light.w;

# Clefts are dark and dull
MAD_SAT bump.w, bump.w, 1.5, -0.25;
DP3_SAT gloss.x, bump, toEye;
POW gloss.x, gloss.x, dull.w;
MUL gloss.x, gloss.x, bump.w;
TEX color, fragment.texcoord[0], texture[1], 2D;
MUL gloss.xyz, shiny, gloss.x;
MAD bump.w, bump.w, 0.7, 0.3;
MUL color.xyz, color, dull;
MAD color.xyz, color, bump.w, gloss;
MUL result.color.xyz, color, light;
MOV result.color.w, 1.0;
END

!!ARBfp1.0
# Skin of a body: diffuse map by the light of its vertices
TEMP tex;
TEX tex, fragment.texcoord[0], texture[0], 2D;
MUL result.color, tex, fragment.color;
END

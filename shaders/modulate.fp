!!ARBfp1.0
# A decal over the lit surface: texture 0 tinted by the vertex colour, texture 1 laid on by its alpha.

TEMP surface, decal;

TEX surface, fragment.texcoord[0], texture[0], 2D;
TEX decal, fragment.texcoord[1], texture[1], 2D;
MUL surface, surface, fragment.color;
LRP surface.rgb, decal.a, decal, surface;
MOV result.color, surface;
END

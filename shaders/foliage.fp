!!ARBfp1.0
OPTION ARB_precision_hint_nicest;
# Leaves: what the texture leaves out is cut away, the rest is lit per pixel with a specular highlight.
#   texcoord[0]  texture coordinates
#   texcoord[1]  normal
#   texcoord[2]  half vector
#   texcoord[3]  direction to the light

PARAM threshold = program.local[0];  # below this alpha there is no leaf
PARAM shininess = program.local[1];
PARAM ambient   = state.lightmodel.ambient;
PARAM diffuse   = state.light[0].diffuse;
PARAM specular  = state.light[0].specular;

TEMP leaf, normal, half, light, products, lit;

TEX leaf, fragment.texcoord[0], texture[0], 2D;
SUB products, leaf.a, threshold.x;
KIL products.x;                      # no leaf here

# unit vectors: interpolation shortens them
DP3 normal.w, fragment.texcoord[1], fragment.texcoord[1];
RSQ normal.w, normal.w;
MUL normal.xyz, fragment.texcoord[1], normal.w;
DP3 half.w, fragment.texcoord[2], fragment.texcoord[2];
RSQ half.w, half.w;
MUL half.xyz, fragment.texcoord[2], half.w;
DP3 light.w, fragment.texcoord[3], fragment.texcoord[3];
RSQ light.w, light.w;
MUL light.xyz, fragment.texcoord[3], light.w;

DP3 products.x, normal, light;
DP3 products.y, normal, half;
MOV products.w, shininess.x;
LIT lit, products;

MAD products.rgb, lit.y, diffuse, ambient;
MUL products.rgb, products, leaf;
MAD result.color.rgb, lit.z, specular, products;
MOV result.color.a, leaf.a;
END

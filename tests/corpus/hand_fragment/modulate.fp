!!ARBfp1.0
TEMP t;TEX t,fragment.texcoord[0],texture[0],2D;MUL result.color,t,fragment.color;END

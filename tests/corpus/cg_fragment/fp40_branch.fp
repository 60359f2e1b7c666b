!!FP2.0
#profile fp40
#program halves
#semantic halves.left
#semantic halves.right
#var float2 uv : $vin.TEXCOORD0 : TEXCOORD0 : 0 : 1
#var sampler2D left :  : texunit 0 : 1 : 1
#var sampler2D right :  : texunit 1 : 2 : 1
#var float4 main : $vout.COLOR : COLR : -1 : 1
SLTRC RC.x, f[TEX0], {0.5}.x;
IF NE.x;
TEX R0, f[TEX0], TEX0, 2D;
ELSE;
TEX R0, f[TEX0], TEX1, 2D;
ENDIF;
MOVR o[COLR], R0;
END

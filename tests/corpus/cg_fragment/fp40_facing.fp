!!ARBfp1.0
OPTION NV_fragment_program2;
#profile fp40
#program sided
#semantic sided.front
#semantic sided.back
#var float face : $vin.FACE : SSA : 0 : 1
#var float4 front :  : c[0] : 1 : 1
#var float4 back :  : c[1] : 2 : 1
#var float4 sided : $vout.COLOR : COL : -1 : 1
#const c[2] = 0 0 0 0
PARAM c[3] = { program.local[0..1],
		{ 0 } };
TEMP R0;
TEMP RC;
TEMP HC;
OUTPUT oCol = result.color;
SLTC RC.x, fragment.facing, c[2];
MOV R0, c[0];
MOV R0(NE.x), c[1];
MOV oCol, R0;
END

!!ARBfp1.0
# the old combiner: (2n - 1).(2l - 1)
TEMP n,l;
TEX n,fragment.texcoord[0],texture[0],2D;
MAD n,n,2,-1;
MAD l,fragment.color,2,-1;
DP3_SAT result.color,n,l;
END

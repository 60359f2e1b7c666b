Shader "Street/Puddle" {
  SubShader {
    Pass {
      Program "vp" {
        SubProgram "opengl " {
          Bind "vertex" Vertex
          Bind "texcoord" TexCoord0
"!!ARBvp1.0
PARAM mvp[4] = { state.matrix.mvp };
DP4 result.position.x, vertex.position, mvp[0];
DP4 result.position.y, vertex.position, mvp[1];
DP4 result.position.z, vertex.position, mvp[2];
DP4 result.position.w, vertex.position, mvp[3];
MAD result.texcoord[0].xy, vertex.texcoord[0], program.local[0], program.local[0].zwzw;
END
"
        }
      }
      Program "fp" {
        SubProgram "opengl " {
          SetTexture 0 [_Sky] 2D
"!!ARBfp1.0
PARAM mud = { 0.31, 0.24, 0.17, 0 };
TEMP sky;
TEX sky, fragment.texcoord[0], texture[0], 2D;
LRP result.color, program.local[0].x, sky, mud;
END
"
        }
      }
    }
  }
}

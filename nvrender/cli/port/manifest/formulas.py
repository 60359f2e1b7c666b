"""What fills the uniforms that are no program parameters, in terms of OpenGL's state."""

from __future__ import annotations

#: By the names shaders have for them; of others the comment beside their declaration says it.
FORMULAS = {
    # FixedFunction
    "mvp": "row n of projection * modelview: state.matrix.mvp.row[n]",
    "modelview": "row n of the modelview matrix: state.matrix.modelview.row[n]",
    "clip_plane": "user clip plane n in eye coordinates, as glGetClipPlane gives it: state.clip[n].plane",
    # FragmentState
    "fog_color": "GL_FOG_COLOR, clamped to [0, 1]",
    "fog_density": "GL_FOG_DENSITY",
    "fog_end": "GL_FOG_END",
    "fog_scale": "1 / (GL_FOG_END - GL_FOG_START)",
    "alpha_reference": "the reference value of glAlphaFunc, clamped to [0, 1]",
    "texture_color": "GL_TEXTURE_ENV_COLOR of unit n, clamped to [0, 1]",
    # ConventionalTransform
    "normal_matrix": "row n of the upper left 3 * 3 of the modelview matrix, inverted and transposed",
    "texture_matrix": "row n % 4 of the texture matrix of unit n / 4",
    "object_plane": "GL_OBJECT_PLANE of the coordinate S, T, R, Q n % 4 of unit n / 4",
    "eye_plane": "GL_EYE_PLANE of the coordinate S, T, R, Q n % 4 of unit n / 4, as glGetTexGen gives it",
    "point_size": "glPointSize, GL_POINT_SIZE_MIN, GL_POINT_SIZE_MAX, 0",
    "point_attenuation": "GL_POINT_DISTANCE_ATTENUATION, 0",
    "scene_ambient": "GL_LIGHT_MODEL_AMBIENT",
    "materials": "the front and the back material: ambient, diffuse, specular, emission, shininess",
    "lights": "ambient, diffuse, specular, position and direction in eye coordinates, attenuation of light n",
    # MemoryLayout
    "nv_storage_buffers": "of program.storage[n] its first byte in Memory and its size in bytes",
    "nv_resident_buffers": "of each buffer with a GPU address: the address, bytes to load, bytes to store",
    # In no block
    "vertex_count": "how many vertices there are",
    "sample_places": "glGetMultisamplefv(GL_SAMPLE_POSITION) of sample n, less 0.5",
}

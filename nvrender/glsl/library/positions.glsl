// What stands for the fixed-function transform

// Position invariant: the conventional transform (NV_vertex_program2 2.14.6.1)
// NV_position_invariant: the conventional transform (NV_vertex_program2 2.14.6.1)
vec4 fixed_function_position(vec4 position) {
    mat4 columns = transpose(mat4(mvp[0], mvp[1], mvp[2], mvp[3]));
    vec4 sum = columns[0] * position.x + columns[1] * position.y;
    return sum + columns[2] * position.z + columns[3] * position.w;
}

// Position invariant: the conventional transform (NV_vertex_program2 2.14.6.1)
// NV_position_invariant: the conventional transform (NV_vertex_program2 2.14.6.1)
// name: fixed_function_position
vec4 fixed_function_position_by_rows(vec4 position) {
    return vec4(dot(mvp[0], position), dot(mvp[1], position), dot(mvp[2], position), dot(mvp[3], position));
}

"use strict";
// Matrices as four rows of four; a vector is a column, M · v.

const matrices = {
  product: (one, other) => one.map((row) => [0, 1, 2, 3].map((column) =>
    row.reduce((sum, value, place) => sum + value * other[place][column], 0))),

  transposed: (matrix) => matrix[0].map((_, column) => matrix.map((row) => row[column])),

  // By Gauss and Jordan; of a singular matrix zeros.
  inverse(matrix) {
    const rows = matrix.map((row, place) => [...row, ...[0, 1, 2, 3].map((column) => Number(column === place))]);
    for (let column = 0; column < 4; column++) {
      const pivot = rows.slice(column).reduce((best, row, place) =>
        (Math.abs(row[column]) > Math.abs(rows[best][column]) ? column + place : best), column);
      if (!rows[pivot][column]) return matrix.map((row) => row.map(() => 0));
      [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
      const head = rows[column][column];
      rows[column] = rows[column].map((value) => value / head);
      rows.forEach((row, place) => {
        if (place !== column) rows[place] = row.map((value, at) => value - row[column] * rows[column][at]);
      });
    }
    return rows.map((row) => row.slice(4));
  },

  identity: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]],

  // OpenGL 1.5, 2.11.2; `fov` is vertical, in degrees.
  perspective(fov, aspect, near, far) {
    const scale = 1 / Math.tan((fov * Math.PI) / 360);
    return [
      [scale / aspect, 0, 0, 0],
      [0, scale, 0, 0],
      [0, 0, (far + near) / (near - far), (2 * far * near) / (near - far)],
      [0, 0, -1, 0],
    ];
  },

  // From a point at a distance, turned around y and up, in radians.
  orbit(distance, angle, height) {
    const [sa, ca, sh, ch] = [Math.sin(angle), Math.cos(angle), Math.sin(height), Math.cos(height)];
    return [[ca, 0, -sa, 0], [-sh * sa, ch, -sh * ca, 0], [ch * sa, sh, ch * ca, -distance], [0, 0, 0, 1]];
  },

  // The rows of one of GL's matrices; `transform` as TrackMatrixNV has it.
  named(name, transform, { modelview, projection }) {
    let matrix = {
      MODELVIEW: modelview, PROJECTION: projection, MODELVIEW_PROJECTION: matrices.product(projection, modelview),
    }[name] ?? matrices.identity;
    if (transform.startsWith("INVERSE")) matrix = matrices.inverse(matrix);
    return transform.endsWith("TRANSPOSE") ? matrices.transposed(matrix) : matrix;
  },

  // The same by the words of ARB_vertex_program.
  bound([item, index, modifier, row], view) {
    const name = { modelview: index ? "" : "MODELVIEW", projection: "PROJECTION", mvp: "MODELVIEW_PROJECTION" }[item] ?? "";
    const transform = { inverse: "INVERSE", transpose: "TRANSPOSE", invtrans: "INVERSE_TRANSPOSE" }[modifier] ?? "IDENTITY";
    return matrices.named(name, transform, view)[row];
  },
};

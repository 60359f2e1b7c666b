"""Products of matrices and vectors, and what else GLSL has words for: lengths, reflections, bounds."""

from __future__ import annotations

from nvrender.glsl.calls import operands
from nvrender.glsl.expressions import PRIMARY, PRODUCT, UNARY, Expression, call
from nvrender.glsl.operations.arithmetic import XYZ, XYZW, of_three
from nvrender.glsl.operations.view import Builder, Matrix, View


def _constructed(type: str, rows: list[Expression]) -> Expression:
    """A matrix of these columns."""
    return Expression(f"{type}({', '.join(row.text for row in rows)})")


def _product(left: Expression, right: Expression, width: int) -> Expression:
    return Expression(f"{left.at(PRODUCT)} * {right.at(UNARY)}", PRODUCT, width)


def _variable(matrix: Matrix, size: int) -> Expression:
    """A matrix for vectors of ``size`` components."""
    smaller = size == 3 and matrix.type != "mat3"
    return Expression(f"mat3({matrix.name})" if smaller else matrix.name)


def _selected(value: Expression, components: tuple[int, ...]) -> Expression:
    """Components of a product."""
    if components == tuple(range(value.width)):
        return value
    letters = "".join("xyzw"[component] for component in components)
    return Expression(f"{value.at(PRIMARY)}.{letters}", width=len(components))


def rows(type: str, size: int, count: int) -> Builder:
    """The products of ``count`` rows of ``size`` components, columns of a matrix of ``type`` alone."""
    places = XYZW[:size]

    def build(view: View) -> Expression:
        vector, matrix = view.operand(0, places, full=True), view.matrix()
        if matrix is None:
            columns = [view.operand(1 + number, places, full=True) for number in range(count)]
            made = view.built_in(type, 1)
            if made != type:
                return _selected(call(made, vector, *columns, width=count), view.components)
            return _selected(_product(vector, _constructed(type, columns), count), view.components)
        width = 4 if matrix.type == "mat4" and size == 4 else 3
        pair = (_variable(matrix, size), vector) if matrix.by_rows else (vector, _variable(matrix, size))
        return _selected(_product(*pair, width), view.components)

    return build


def columns(type: str, count: int) -> Builder:
    """The sum of ``count`` columns, each times a component of a vector."""
    places = XYZW[:count]

    def build(view: View) -> Expression:
        vector, matrix = view.operand(0, places, full=True), view.matrix()
        if matrix is None:
            columns = [view.operand(1 + number, places, full=True) for number in range(count)]
            found = _constructed(type, columns)
        else:
            found = _variable(matrix, count)
        pair = (vector, found) if matrix is not None and matrix.by_rows else (found, vector)
        return _selected(_product(*pair, count), view.components)

    return build


def _length(view: View) -> Expression:
    return call("length", view.operand(0, XYZ, full=True))


def _reflection(view: View) -> Expression:
    value = call("reflect", *(view.operand(number, XYZ, full=True) for number in (0, 1)), width=3)
    return of_three(view, value)


def _clamp(view: View) -> Expression:
    """GLSL takes one bound for all components, or one for each."""
    value, low, high = (view.operand(number, view.components) for number in range(3))
    if low.width == high.width == 1:
        return call("clamp", value, low, high, width=value.width)
    full = operands(view, 3)
    return call("clamp", *full, width=full[0].width)


BUILDERS: dict[str, Builder] = {
    "frows3": rows("mat3", 3, 3),
    "frows3x4": rows("mat3x4", 4, 3),
    "frows4": rows("mat4", 4, 4),
    "fcolumns3": columns("mat3", 3),
    "fcolumns4": columns("mat4", 4),
    "flength": _length,
    "freflection": _reflection,
    "fclamp": _clamp,
}

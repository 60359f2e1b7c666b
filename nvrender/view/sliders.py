"""The plain numbers among a scene's parameters, to be changed while it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from nvrender.program import Program
from nvrender.scene.forms.scene import DrawForm, Parameters, SceneForm
from nvrender.scene.model import Scene
from nvrender.view.remarks import remarks_of, row_of

#: A table of parameters, and which program of a draw it is for.
_TABLES = {
    "parameters": "vertex",
    "geometry_parameters": "geometry",
    "tess_control_parameters": "tess_control",
    "tess_evaluation_parameters": "tess_evaluation",
    "fragment_parameters": "fragment",
}


@dataclass(frozen=True)
class ParameterComponent:
    """A component of a parameter: ``owner`` is "scene", "material NAME", "draw N" or "draw N copy M"."""

    owner: str
    table: str
    key: str
    row: int
    component: int


@dataclass(frozen=True)
class Slider:
    """A number that can be changed, the file's ``value``, and the ends of what a slider offers.

    ``owner`` is the draw or what else has it, ``parameter`` which register or name of it, as users call them;
    ``remark`` is what a comment of the program says of it.
    """

    place: ParameterComponent
    owner: str
    parameter: str
    value: float
    least: float
    most: float
    remark: str = ""

    @property
    def name(self) -> str:
        """Owner, parameter and component."""
        return f"{self.owner}: {self.parameter}.{component_name(self.place)}"


def sliders(scene: Scene) -> tuple[Slider, ...]:
    """Every number of the parameters that the file gives as such, in the file's order of tables."""
    found = []
    for owner, table, given in _tables(scene.form):
        said = remarks_of(_programs(scene, owner, table)) if given else {}
        for key, parameter in given.items():
            for place, value in _numbers(owner, table, key, parameter):
                remark = said.get(row_of(key, place.row), "")
                named = _owner(scene.form, place), _parameter(place)
                found.append(Slider(place, *named, value, *_ends(value), remark))
    return tuple(found)


def with_values(scene: Scene, values: Mapping[ParameterComponent, float]) -> Scene:
    """The scene with other numbers in those places; places it does not have are passed over."""
    if not values:
        return scene
    known = {slider.place for slider in sliders(scene)}
    form = scene.form
    for place, value in values.items():
        if place in known:
            form = _changed(form, place, value)
    return scene if form is scene.form else replace(scene, form=form)


def step_of(slider: Slider) -> float:
    """How far one press of a key changes it."""
    return (slider.most - slider.least) / 40.0


def _ends(value: float) -> tuple[float, float]:
    if 0.0 <= value <= 1.0:
        return 0.0, 1.0
    if -1.0 <= value < 0.0:
        return -1.0, 1.0
    return (0.0, 4.0 * value) if value > 0.0 else (2.0 * value, -2.0 * value)


def _tables(form: SceneForm) -> Iterator[tuple[str, str, Parameters]]:
    for table in _TABLES:
        yield "scene", table, getattr(form, table)
    for name, given in form.materials.items():
        yield f"material {name}", "", given
    for index, draw in enumerate(form.draw):
        for table in _TABLES:
            yield f"draw {index}", table, getattr(draw, table)
        for number, copy in enumerate(draw.copies):
            for table in _TABLES:
                yield f"draw {index} copy {number}", table, getattr(copy, table)


def _programs(scene: Scene, owner: str, table: str) -> Iterator[Program]:
    """Those that read the parameters of a table: of one draw, or of any."""
    number = owner.split()[1] if owner.startswith("draw ") else None
    for place, draw in enumerate(scene.form.draw):
        if number is None or int(number) == place:
            path = getattr(draw, _TABLES.get(table, "vertex"))
            if path in scene.programs:
                yield scene.programs[path]


def _numbers(owner: str, table: str, key: str, parameter: Any) -> Iterator[tuple[ParameterComponent, float]]:
    rows = parameter if isinstance(parameter, tuple) else (parameter,)
    if not any(isinstance(row, tuple) for row in rows):
        rows = (rows,)
    for row, components in enumerate(rows):
        for number, value in enumerate(components if isinstance(components, tuple) else (components,)):
            if isinstance(value, (int, float)):
                yield ParameterComponent(owner, table, key, row, number), float(value)


def component_name(place: ParameterComponent) -> str:
    """x, y, z or w; the number of further ones."""
    return "xyzw"[place.component] if place.component < 4 else str(place.component)


def _owner(form: SceneForm, place: ParameterComponent) -> str:
    if not place.owner.startswith("draw "):
        return place.owner
    index, *rest = place.owner.removeprefix("draw ").split(" ", 1)
    draw: DrawForm = form.draw[int(index)]
    return " ".join([draw.name or draw.mesh, *rest])


def _parameter(place: ParameterComponent) -> str:
    key = f"c[{place.key}]" if place.key.isdigit() else place.key
    stage = place.table.partition("_")[0] if "_" in place.table else ""
    return " ".join([key, *([f"+ {place.row}"] if place.row else []), *([stage] if stage else [])])


def _changed(form: SceneForm, place: ParameterComponent, value: float) -> SceneForm:
    change = msgspec.structs.replace
    if place.owner == "scene":
        return change(form, **{place.table: _with(getattr(form, place.table), place, value)})
    kind, _, name = place.owner.partition(" ")
    if kind == "material":
        return change(form, materials=form.materials | {name: _with(form.materials[name], place, value)})
    index, _, copy = name.partition(" copy ")
    draws = list(form.draw)
    draw = draws[int(index)]
    if copy:
        copies = list(draw.copies)
        one = copies[int(copy)]
        copies[int(copy)] = change(one, **{place.table: _with(getattr(one, place.table), place, value)})
        draws[int(index)] = change(draw, copies=tuple(copies))
    else:
        draws[int(index)] = change(draw, **{place.table: _with(getattr(draw, place.table), place, value)})
    return change(form, draw=tuple(draws))


def _with(given: Parameters, place: ParameterComponent, value: float) -> Parameters:
    found: Any = given[place.key]
    if not isinstance(found, tuple):
        return given | {place.key: _like(found, value)}
    if any(isinstance(row, tuple) for row in found):
        row = found[place.row]
        changed = _exchanged(row, place.component, value) if isinstance(row, tuple) else _like(row, value)
        return given | {place.key: _exchanged(found, place.row, changed)}
    return given | {place.key: _exchanged(found, place.component, value)}


def _exchanged(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    changed = value if isinstance(value, tuple) else _like(values[index], value)
    return (*values[:index], changed, *values[index + 1 :])


def _like(before: Any, value: float) -> int | float:
    """Integers stay integers: programs may read them as such."""
    return round(value) if isinstance(before, int) else value

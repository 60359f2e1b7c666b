"""What stands in the panel: time, picture, parameters, GLSL, and the last trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from nvrender.view import clock as clocks
from nvrender.view.camera import Viewpoint
from nvrender.view.highlight import highlighted_text
from nvrender.view.look import Look
from nvrender.view.remarks import is_color
from nvrender.view.sliders import Slider
from nvrender.view.texts import stage_names

#: Sliders in a line.
_IN_LINE = 4
_CODE_LINES = 24
#: An action: what follows goes to the clipboard.
COPY = "copy "


@dataclass(frozen=True)
class Facts:
    """What the panel shows beside the look."""

    title: str
    sliders: Sequence[Slider]
    sources: Mapping[str, tuple[str, ...]]
    trace: tuple[str, ...]
    recording: bool
    own: Viewpoint


@dataclass(frozen=True)
class Fonts:
    """imgui's fonts of labels and of code, whose size is in pixels."""

    labels: Any
    code: Any
    code_pixels: float


class Sections:
    """Draws into the imgui window that has begun."""

    def __init__(self, imgui: Any, fonts: Fonts, scale: float) -> None:
        self._imgui = imgui
        self._fonts = fonts
        self._scale = scale
        self._source = ""

    def draw(self, look: Look, facts: Facts, actions: list[str]) -> Look:
        """The look as the user makes it; what else is asked for is added to ``actions``."""
        imgui = self._imgui
        imgui.text_unformatted(facts.title)
        if facts.recording:
            imgui.same_line()
            self._colored("recording", imgui.ImVec4(1.0, 0.45, 0.42, 1.0))
        look = self._time(look, actions)
        look = self._view(look, facts, actions)
        look = self._parameters(look, facts, actions)
        self._glsl(facts, actions)
        self._traced(facts, actions)
        return look

    def _time(self, look: Look, actions: list[str]) -> Look:
        imgui, clock = self._imgui, look.clock
        if not clock.animated or not self._header("Time"):
            return look
        self._button("Pause" if clock.playing else "Play", "play", actions)
        for label, action in (("<", "previous"), (">", "next"), ("slower", "slower"), ("faster", "faster")):
            imgui.same_line()
            self._button(label, action, actions)
        imgui.same_line()
        imgui.text_unformatted(f"× {clock.speed:g}")
        imgui.set_next_item_width(-1.0)
        changed, frame = imgui.slider_int("##frame", clock.frame, 0, clock.frames - 1, "frame %d")
        return replace(look, clock=clocks.at(clock, frame)) if changed else look

    def _view(self, look: Look, facts: Facts, actions: list[str]) -> Look:
        imgui = self._imgui
        if not self._header("Picture"):
            return look
        self._button("Screenshot", "screenshot", actions)
        imgui.same_line()
        self._button("End recording" if facts.recording else "Record", "record", actions)
        imgui.same_line()
        changed, compare = imgui.checkbox("oracle beside it", look.compare)
        if changed:
            look = replace(look, compare=compare)
        place = look.place or facts.own
        self._code_font()
        for name, vector in (("eye", place.eye), ("target", place.target)):
            self._dim(f"{name:<7}" + " ".join(f"{part:9.4g}" for part in vector))
        imgui.pop_font()
        if look.place is not None:
            self._button("The scene's camera", "reset camera", actions)
        return look

    def _parameters(self, look: Look, facts: Facts, actions: list[str]) -> Look:
        imgui = self._imgui
        if not facts.sliders or not self._header("Parameters"):
            return look
        imgui.begin_disabled(not look.values)
        self._button("All as in the file", "reset parameters", actions)
        imgui.end_disabled()
        for place, offered in groupby(facts.sliders, lambda slider: (slider.place.owner, slider.owner)):
            # Draws may have equal names; what is behind ### tells them apart.
            if imgui.tree_node_ex(f"{place[1]}###{place[0]}", imgui.TreeNodeFlags_.default_open):
                for _, row in groupby(offered, lambda slider: slider.parameter):
                    look = self._row(look, tuple(row))
                imgui.tree_pop()
        return look

    def _row(self, look: Look, row: Sequence[Slider]) -> Look:
        """A vector: what it is, its colour if it is one, and its components, four in a line."""
        imgui = self._imgui
        values = [look.values.get(slider.place, slider.value) for slider in row]
        remark = row[0].remark
        if is_color(remark, values):
            flags = imgui.ColorEditFlags_
            shown = flags.no_inputs | flags.float | flags.hdr | flags.no_label
            changed, color = imgui.color_edit3(f"##color {row[0].owner}{row[0].place}", values[:3], shown)
            if changed:
                look = _with(look, row[:3], list(color)[:3])
            imgui.same_line()
        self._code_font()
        imgui.text_unformatted(row[0].parameter)
        imgui.pop_font()
        if remark:
            imgui.same_line()
            self._dim(remark)
            if imgui.begin_item_tooltip():
                imgui.text_unformatted(remark)
                imgui.end_tooltip()
        spacing = imgui.get_style().item_spacing.x
        width = (imgui.get_content_region_avail().x - (_IN_LINE - 1) * spacing) / _IN_LINE
        for number, (slider, value) in enumerate(zip(row, values, strict=True)):
            if number % _IN_LINE:
                imgui.same_line()
            imgui.set_next_item_width(width)
            least, most = min(slider.least, value), max(slider.most, value)
            label = f"##{slider.owner}{slider.place}"
            changed, value = imgui.slider_float(label, value, least, most, "%.4g")
            if changed:
                look = _with(look, [slider], [value])
        return look

    def _glsl(self, facts: Facts, actions: list[str]) -> None:
        imgui = self._imgui
        if not self._header("GLSL", open=False):
            return
        shaders = {
            f"{name}: {stage}": text
            for name, texts in facts.sources.items()
            for stage, text in zip(stage_names(texts), texts, strict=True)
        }
        names = list(shaders)
        place = names.index(self._source) if self._source in shaders else 0
        self._source = names[place] if names else ""
        for label, step in (("<##before", -1), (">##next", 1)):
            if imgui.button(label) and names:
                self._source = names[(place + step) % len(names)]
            imgui.same_line()
        self._copy(shaders.get(self._source, ""), actions)
        imgui.same_line()
        imgui.set_next_item_width(-1.0)
        if imgui.begin_combo("##shader", self._source):
            for name in names:
                if imgui.selectable(name, name == self._source)[0]:
                    self._source = name
            imgui.end_combo()
        self._code("##glsl", shaders.get(self._source, ""), "glsl")

    def _traced(self, facts: Facts, actions: list[str]) -> None:
        if not self._header("Trace", open=False):
            return
        self._dim("T traces the vertex under the pointer, F the fragment.")
        if facts.trace:
            text = "\n".join(facts.trace)
            self._copy(text, actions)
            self._code("##trace", text, "nvasm")

    def _code(self, label: str, text: str, language: str) -> None:
        """A long text in colours, to scroll in."""
        imgui = self._imgui
        lines = highlighted_text(text, language)
        height = imgui.get_text_line_height() * _CODE_LINES
        flags = imgui.ChildFlags_.borders, imgui.WindowFlags_.horizontal_scrollbar
        imgui.begin_child(label, (-1.0, height), *flags)
        self._code_font()
        imgui.push_style_var(imgui.StyleVar_.item_spacing, imgui.ImVec2(0.0, 2.0 * self._scale))
        plain = imgui.get_style().color_(imgui.Col_.text)
        clipper = imgui.ListClipper()
        clipper.begin(len(lines))
        while clipper.step():
            for line in lines[clipper.display_start : clipper.display_end]:
                for place, (part, color) in enumerate(line or [("", None)]):
                    if place:
                        imgui.same_line(0.0, 0.0)
                    shade = plain if color is None else imgui.ImVec4(*(each / 255 for each in color), 1.0)
                    self._colored(part, shade)
        imgui.pop_style_var()
        imgui.pop_font()
        imgui.end_child()

    def _copy(self, text: str, actions: list[str]) -> None:
        self._button("Copy", COPY + text, actions)

    def _dim(self, text: str) -> None:
        self._colored(text, self._imgui.get_style().color_(self._imgui.Col_.text_disabled))

    def _colored(self, text: str, color: Any) -> None:
        self._imgui.push_style_color(self._imgui.Col_.text, color)
        self._imgui.text_unformatted(text)
        self._imgui.pop_style_color()

    def _code_font(self) -> None:
        self._imgui.push_font(self._fonts.code, self._fonts.code_pixels)

    def _header(self, name: str, *, open: bool = True) -> bool:
        flags = self._imgui.TreeNodeFlags_
        return bool(self._imgui.collapsing_header(name, flags.default_open if open else flags.none))

    def _button(self, label: str, action: str, actions: list[str]) -> None:
        if self._imgui.button(label):
            actions.append(action)


def _with(look: Look, row: Sequence[Slider], values: Sequence[float]) -> Look:
    changed = {slider.place: value for slider, value in zip(row, values, strict=True)}
    return replace(look, values={**look.values, **changed})

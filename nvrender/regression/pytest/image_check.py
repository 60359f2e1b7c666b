"""The fixture ``nvrender_image``: a picture held still against its baselines, or against the oracle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from nvrender.regression.baselines import images as image_baselines
from nvrender.regression.baselines.files import BaselineFile
from nvrender.regression.baselines.names import IMAGE, renderer_folder
from nvrender.regression.comparison.frame_pairs import samples_here
from nvrender.regression.comparison.pictures import (
    FLIP_ADVICE,
    PictureComparison,
    UInt8Array,
    compare_pictures,
    has_flip,
)
from nvrender.regression.comparison.tolerance import Tolerance, of_marker
from nvrender.regression.pytest import subjects
from nvrender.regression.pytest.recorder import Recorder
from nvrender.regression.pytest.verdict import Candidate, Details, settle, with_programs
from nvrender.regression.report.model import Entry
from nvrender.regression.report.parts import figures_of, heat_map_of, picture_of
from nvrender.scene.model import Scene
from nvrender.source import ContextError, InputError, NvrenderError


class ImageCheck:
    """Checks of pictures in one test."""

    def __init__(self, recorder: Recorder, oracle: Mapping[str, Any] | None) -> None:
        """``oracle`` are the arguments of the test's marker ``nvrender_oracle``, None without it."""
        self._recorder = recorder
        self._oracle = oracle

    def check(
        self,
        subject: Any,
        *,
        name: str | None = None,
        size: tuple[int, int] | None = None,
        frame: int | None = None,
        backend: str = "gpu",
        numerics: str = "exact",
        parameters: Mapping[Any, Any] | None = None,
        threshold: float | None = None,
        share: float | None = None,
        renderer: str | None = None,
    ) -> None:
        """Fail the test unless ``subject`` looks as its baseline does.

        ``subject`` is a scene (path or Scene), a program (path, text or Program; ``parameters`` as a draw
        has them), a moderngl framebuffer or a picture, (H, W) or (H, W, 1…4) uint8, top row first; paths are
        relative to the test's folder or the root. ``name`` tells several checks of a test apart. ``size``,
        ``frame``, ``backend`` and ``numerics`` are render's. At most ``share`` percent of the pixels may
        differ by more than ``threshold`` steps of 255. ``renderer`` is who drew a picture, None for what
        every renderer must draw. Where no OpenGL can be had, what needs it is skipped.
        """
        recorder = self._recorder
        entry = Entry(name=recorder.name(name), status="error")
        try:
            place = None if self._oracle is not None else recorder.place(name, IMAGE)
            tolerance = Tolerance.of(threshold, share, self._default())
            drawing = subjects.Drawing(size, frame, backend, numerics)
            resolved = subjects.resolved(subject, recorder.folders(), parameters, size)
            drawn = subjects.draw(resolved, drawing, recorder.policy.root, renderer)
            entry = self._described(entry, drawn)
            if place is None:
                self._against_oracle(entry, resolved, drawing, drawn, tolerance)
            else:
                own = renderer_folder(drawn.origin.renderer) if drawn.origin.renderer else ""
                self._against_baselines(entry, replace(place, renderer=own), drawn, tolerance)
        except ContextError as error:
            recorder.skip(error)
        except NvrenderError as error:
            recorder.fail(entry, str(error))

    def _default(self) -> Tolerance:
        policy = self._recorder.policy
        if self._oracle is None:
            return Tolerance(policy.threshold, policy.share)
        return of_marker(self._oracle, Tolerance(policy.threshold, policy.oracle_share))

    def _described(self, entry: Entry, drawn: subjects.Drawn) -> Entry:
        result = picture_of(drawn.pixels) if self._recorder.policy.pictures else None
        facts = {"renderer": drawn.origin.renderer, "version": drawn.origin.version, "result": result}
        return msgspec.structs.replace(entry, **facts)

    def _against_baselines(
        self, entry: Entry, place: BaselineFile, drawn: subjects.Drawn, tolerance: Tolerance
    ) -> None:
        def candidate(path: Path) -> Candidate:
            stored, origin = image_baselines.read(path)
            shown = recorder.policy.shown(path)
            if stored.shape[:2] != drawn.pixels.shape[:2]:
                sizes = ["{1} × {0}".format(*pixels.shape) for pixels in (stored, drawn.pixels)]
                told = f"the baseline is {sizes[0]} pixels, the result {sizes[1]}"
                return Candidate(
                    path, origin, passes=False, identical=False, distance=(1.0,),
                    details=lambda: Details((told,), self._baseline(stored, shown)),
                )  # fmt: skip
            found = compare_pictures(drawn.pixels, stored, threshold=tolerance.threshold)
            return Candidate(
                path, origin, passes=found.share <= tolerance.share, identical=not any(found.maximum),
                distance=(0.0, found.differing, sum(found.mean)),
                details=lambda: self._details(drawn, stored, shown, tolerance, found),
            )  # fmt: skip

        recorder = self._recorder
        settle(
            recorder, entry, place, drawn.origin, candidate,
            lambda path: image_baselines.write(path, drawn.pixels, drawn.origin), drawn.programs,
        )  # fmt: skip

    def _against_oracle(
        self,
        entry: Entry,
        subject: Any,
        drawing: subjects.Drawing,
        drawn: subjects.Drawn,
        tolerance: Tolerance,
    ) -> None:
        if not isinstance(subject, Scene):
            what = type(subject).__name__
            raise InputError(f"the oracle draws scenes and programs, not a {what}; leave out nvrender_oracle")
        height, width = drawn.pixels.shape[:2]
        alike = replace(drawing, backend="oracle", samples=samples_here((width, height)))
        reference = subjects.draw(subject, alike, self._recorder.policy.root)
        found = compare_pictures(drawn.pixels, reference.pixels, threshold=tolerance.threshold)
        details = self._details(drawn, reference.pixels, "", tolerance, found)
        entry = msgspec.structs.replace(
            entry, **details.facts, baseline_label="oracle", result_label="GPU",
            baseline_renderer=reference.origin.renderer, baseline_version=reference.origin.version,
        )  # fmt: skip
        if found.share <= tolerance.share:
            self._recorder.record(entry, status="passed")
            return
        entry = with_programs(self._recorder, entry, drawn.programs)
        self._recorder.fail(
            entry, "the GPU and the oracle differ", *details.told, status="failed", accept=False
        )

    def _details(
        self,
        drawn: subjects.Drawn,
        stored: UInt8Array,
        shown: str,
        tolerance: Tolerance,
        found: PictureComparison,
    ) -> Details:
        """FLIP too, which of equal pictures is 0 and else takes longer than all the rest."""
        if any(found.maximum):
            found = compare_pictures(drawn.pixels, stored, threshold=tolerance.threshold, flip=True)
        elif has_flip():
            found = replace(found, flip=0.0)
        flip = f"not measured ({FLIP_ADVICE})" if found.flip is None else f"{found.flip:.4f}"
        told = (
            f"{found.share:.3g} % of the pixels differ by more than {found.threshold:g}/255, where "
            f"{tolerance.share:g} % may; the largest difference is {max(found.maximum)}/255, FLIP {flip}"
        )
        facts = {"figures": figures_of(found, tolerance.share), **self._baseline(stored, shown)}
        if self._recorder.policy.pictures:
            facts["heat_map"] = heat_map_of(found)
        return Details((told,), facts)

    def _baseline(self, pixels: UInt8Array, path: str) -> dict[str, Any]:
        return {"baseline": picture_of(pixels, path)} if self._recorder.policy.pictures else {}

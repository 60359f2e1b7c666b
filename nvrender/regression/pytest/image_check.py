"""The fixture ``nvrender_image``: a picture held still against its baselines, or against the oracle."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from nvrender.regression.baselines import images
from nvrender.regression.baselines.files import BaselineFile
from nvrender.regression.baselines.names import DIGEST, IMAGE, renderer_folder
from nvrender.regression.comparison.frame_pairs import samples_here
from nvrender.regression.comparison.regions import compared_pixels
from nvrender.regression.comparison.tolerance import Tolerance, of_marker
from nvrender.regression.pytest import subjects
from nvrender.regression.pytest.picture_judge import PictureJudge
from nvrender.regression.pytest.recorder import Recorder
from nvrender.regression.pytest.verdict import Result, settle, with_programs
from nvrender.regression.report.model import Entry
from nvrender.regression.report.parts import picture_of
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
        textures: Mapping[int, Any] | None = None,
        threshold: float | None = None,
        share: float | None = None,
        flip: float | None = None,
        ssim: float | None = None,
        region: Any = None,
        mask: Any = None,
        digest: bool = False,
        renderer: str | None = None,
    ) -> None:
        """Fail the test unless ``subject`` looks as its baseline does.

        ``subject`` is a scene (path or Scene), a program (path, text or Program; ``parameters`` as a draw
        has them, ``textures`` by unit, each a path or nvrender.Texture), a moderngl framebuffer or a picture,
        (H, W) or (H, W, 1…4) uint8, top row first; paths are relative to the test's folder or the root.
        ``name`` tells several checks of a test apart. ``size``, ``frame``, ``backend`` and ``numerics`` are
        render's.

        At most ``share`` percent of the pixels may differ by more than ``threshold`` steps of 255; the mean
        of FLIP may be ``flip`` at most, that of SSIM must be ``ssim`` at least; what is named counts. Only
        ``region``, (left, top, width, height) or several, is compared, and of it what is bright in ``mask``,
        a picture or its path. With ``digest`` no picture is stored, and all pixels must be the same.
        ``renderer`` is who drew a picture, None for what every renderer must draw. Where no OpenGL can be
        had, what needs it is skipped.
        """
        recorder = self._recorder
        entry = Entry(name=recorder.name(name), status="error")
        try:
            if digest:
                self._check_digest(threshold=threshold, share=share, flip=flip, ssim=ssim)
            place = None if self._oracle is not None else recorder.place(name, DIGEST if digest else IMAGE)
            tolerance = Tolerance.of(threshold, share, self._default(), flip, ssim)
            drawing = subjects.Drawing(size, frame, backend, numerics)
            resolved = subjects.resolved(subject, recorder.folders(), parameters, size, textures)
            drawn = subjects.draw(resolved, drawing, recorder.policy.root, renderer)
            entry = self._described(entry, drawn)
            height, width = drawn.pixels.shape[:2]
            compared = compared_pixels((width, height), region, self._mask(mask))
            judge = PictureJudge(drawn, tolerance, compared, recorder.policy.pictures)
            if place is None:
                self._against_oracle(entry, resolved, drawing, judge)
            else:
                self._against_baselines(entry, place, judge)
        except ContextError as error:
            recorder.skip(error)
        except NvrenderError as error:
            recorder.fail(entry, str(error))

    def _check_digest(self, **limits: Any) -> None:
        """Of a digest nothing is nearer or further."""
        if self._oracle is not None:
            raise InputError("digest= stores what nvrender_oracle does not look at; leave one of them out")
        if given := [name for name, value in limits.items() if value is not None]:
            raise InputError(
                f"{given[0]}= needs a stored picture, and digest= stores none; leave out one of them"
            )

    def _mask(self, mask: Any) -> Any:
        path = isinstance(mask, (str, os.PathLike))
        return subjects.found(Path(mask), self._recorder.folders()) if path else mask

    def _default(self) -> Tolerance:
        policy = self._recorder.policy
        if self._oracle is None:
            return policy.tolerance
        return of_marker(
            self._oracle, replace(policy.tolerance, share=policy.oracle_share, flip=None, ssim=None)
        )

    def _described(self, entry: Entry, drawn: subjects.Drawn) -> Entry:
        result = picture_of(drawn.pixels) if self._recorder.policy.pictures else None
        facts = {"renderer": drawn.origin.renderer, "version": drawn.origin.version, "result": result}
        return msgspec.structs.replace(entry, **facts)

    def _against_baselines(self, entry: Entry, place: BaselineFile, judge: PictureJudge) -> None:
        recorder, drawn = self._recorder, judge.drawn
        own = renderer_folder(drawn.origin.renderer) if drawn.origin.renderer else ""
        place = replace(place, renderer=own, processor=drawn.origin.processor)
        if place.suffix == DIGEST:
            result = Result(drawn.origin, judge.digest, drawn.programs)
            settle(recorder, entry, place, result, judge.digest_candidate)
            return
        result = Result(drawn.origin, lambda: images.encoded(drawn.pixels, drawn.origin), drawn.programs)
        settle(
            recorder, entry, place, result, lambda path: judge.candidate(path, recorder.policy.shown(path))
        )

    def _against_oracle(
        self, entry: Entry, subject: Any, drawing: subjects.Drawing, judge: PictureJudge
    ) -> None:
        if not isinstance(subject, Scene):
            what = type(subject).__name__
            raise InputError(f"the oracle draws scenes and programs, not a {what}; leave out nvrender_oracle")
        height, width = judge.drawn.pixels.shape[:2]
        alike = replace(drawing, backend="oracle", samples=samples_here((width, height)))
        reference = subjects.draw(subject, alike, self._recorder.policy.root)
        found = judge.against(reference.pixels)
        details = judge.details(reference.pixels, "", found)
        entry = msgspec.structs.replace(
            entry, **details.facts, baseline_label="oracle", result_label="GPU",
            baseline_renderer=reference.origin.renderer, baseline_version=reference.origin.version,
        )  # fmt: skip
        if judge.passes(found):
            self._recorder.record(entry, status="passed")
            return
        entry = with_programs(self._recorder, entry, judge.drawn.programs)
        self._recorder.fail(
            entry, "the GPU and the oracle differ", *details.told, status="failed", accept=False
        )

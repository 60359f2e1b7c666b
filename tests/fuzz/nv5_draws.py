"""Random draws: a program for each stage of one, from one seed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from .declared import DeclaredSample
from .nv5_stages import (
    CONTROL,
    EVALUATION,
    FRAGMENT,
    VERTEX,
    ControlWriter,
    EmittingWriter,
    EvaluationWriter,
    FragmentDrawWriter,
    UnownedWriter,
    VertexDrawWriter,
    geometry,
)

#: The stages of draws of family nv5-mixed, each as often as it stands here.
CHAINS = (
    ("vertex", "fragment"),
    ("vertex", "geometry", "fragment"),
    ("vertex", "geometry", "fragment"),
    ("vertex", "evaluation", "fragment"),
    ("vertex", "control", "evaluation", "fragment"),
    ("vertex", "control", "evaluation", "fragment"),
    ("vertex", "evaluation", "geometry", "fragment"),
    ("vertex", "control", "evaluation", "geometry", "fragment"),
)


@dataclass(frozen=True)
class DrawSample:
    """The programs of a draw by stage, in the order they run."""

    seed: int
    family: str
    stages: Mapping[str, DeclaredSample]

    @property
    def text(self) -> str:
        return "\n\n".join(f"# {name}\n{sample.text}" for name, sample in self.stages.items())


def generate(seed: int) -> DrawSample:
    """A vertex and a fragment program."""
    return _chain(seed, "nv5-draws", CHAINS[0])


def generate_mixed(seed: int) -> DrawSample:
    """Any stages."""
    return _chain(seed, "nv5-mixed", random.Random(f"chain {seed}").choice(CHAINS))


def _chain(seed: int, family: str, names: tuple[str, ...]) -> DrawSample:
    """Programs of the stages ``names``, which agree about what texture and image units hold."""
    invocations = 1 + seed % 2
    first = VertexDrawWriter(seed, replace(VERTEX, family=f"{family} vertex"))
    stages = {"vertex": first.sample()}
    rows = {
        "control": (ControlWriter, CONTROL),
        "evaluation": (EvaluationWriter, EVALUATION),
        "geometry": (UnownedWriter if "evaluation" in names else EmittingWriter, geometry(invocations)),
        "fragment": (FragmentDrawWriter, FRAGMENT),
    }
    for name in names[1:]:
        writer, stage = rows[name]
        if name == "fragment" and random.Random(f"early {seed}").random() < 0.3:
            stage = replace(stage, head=(stage.head[0], "OPTION NV_early_fragment_tests;", *stage.head[1:]))
        stages[name] = writer(seed, replace(stage, family=f"{family} {name}"), first).sample()
    return DrawSample(seed, family, stages)

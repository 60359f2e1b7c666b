"""Exact numerics keep the bounds the specification grants, over dense arguments."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from fuzz.array_runs import run_on_gpu as execute

from nvrender.languages.load import load

COUNT = 60_000
Reference = Callable[[np.ndarray], np.ndarray]  # type: ignore[type-arg]


def _geometric(low: float, high: float) -> np.ndarray:  # type: ignore[type-arg]
    return np.exp2(np.random.default_rng(1).uniform(low, high, COUNT))


def _any_sign(low: float, high: float) -> np.ndarray:  # type: ignore[type-arg]
    return _geometric(low, high) * np.random.default_rng(3).choice([-1.0, 1.0], COUNT)


def _uniform(low: float, high: float) -> np.ndarray:  # type: ignore[type-arg]
    return np.random.default_rng(2).uniform(low, high, COUNT)


def _floor_binade(x: np.ndarray, _: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    return np.exp2(np.floor(x))


def _one_or_last_place(_: np.ndarray, wanted: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    return np.maximum(1.0, np.spacing(np.abs(wanted).astype(np.float32)).astype(np.float64) * 2.0**22)


def _one(x: np.ndarray, _: np.ndarray) -> np.ndarray:  # type: ignore[type-arg]
    return np.ones_like(x)


@pytest.mark.parametrize("mode", ["compute", "feedback"])
@pytest.mark.parametrize(
    ("header", "opcode", "arguments", "reference", "unit"),
    [
        pytest.param("!!VP2.0", "EX2", _uniform(-126, 127.9), np.exp2, _floor_binade, id="EX2 2.14.3.13"),
        pytest.param(
            "!!VP2.0", "LG2", _geometric(-126, 128), np.log2, _one_or_last_place, id="LG2 2.14.3.17"
        ),
        pytest.param("!!VP2.0", "LG2", _uniform(0.5, 2), np.log2, _one, id="LG2 near 1 2.14.3.17"),
        pytest.param("!!VP2.0", "SIN", _uniform(0, 2 * np.pi), np.sin, _one, id="SIN 2.14.3.33"),
        pytest.param("!!VP2.0", "COS", _uniform(0, 2 * np.pi), np.cos, _one, id="COS 2.14.3.8"),
        pytest.param("!!VP2.0", "SIN", _any_sign(-126, 128), np.sin, _one, id="SIN of any angle"),
        pytest.param("!!VP2.0", "COS", _any_sign(-126, 128), np.cos, _one, id="COS of any angle"),
        pytest.param("!!VP2.0", "SIN", _any_sign(11.5, 24), np.sin, _one, id="SIN where reduction changes"),
        pytest.param("!!VP2.0", "RCP", _uniform(1, 2), lambda x: 1 / x, _one, id="RCP 2.14.3.26"),
        pytest.param("!!VP2.0", "RSQ", _uniform(1, 4), lambda x: x**-0.5, _one, id="RSQ 2.14.3.28"),
        pytest.param("!!VP1.0", "RSQ", -_uniform(1, 4), lambda x: (-x) ** -0.5, _one, id="RSQ 2.14.1.10.7"),
    ],
)
def test_error_is_below_2_to_the_minus_22(
    header: str,
    opcode: str,
    arguments: np.ndarray,  # type: ignore[type-arg]
    reference: Reference,
    unit: Callable[[np.ndarray, np.ndarray], np.ndarray],  # type: ignore[type-arg]
    mode: str,
) -> None:
    program = load(f"{header} {opcode} o[HPOS],v[0].x;END")
    with np.errstate(over="ignore"):
        x = np.clip(arguments.astype(np.float32), -np.finfo(np.float32).max, np.finfo(np.float32).max)
    attribute = np.repeat(x[:, None], 4, axis=1)
    parameters = np.zeros((program.profile.parameters, 4), np.float32)
    have = execute(program, {0: attribute}, parameters, len(x), mode=mode)["HPOS"][:, 0].astype(np.float64)
    exact = x.astype(np.float64)
    wanted = reference(exact)
    error = np.abs(have - wanted) / unit(exact, wanted)
    assert error.max() < 2.0**-22, x[error.argmax()]

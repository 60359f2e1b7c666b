"""The pytest plugin: options, fixtures and hooks. Nothing heavy is imported before a test asks for it."""

from __future__ import annotations

from argparse import BooleanOptionalAction
from typing import TYPE_CHECKING

import pytest

from nvrender.regression.comparison.tolerance import STORED, Tolerance, number
from nvrender.regression.pytest.policy import Mode, Policy
from nvrender.regression.pytest.run_hooks import RECORDER, RunHooks, is_set
from nvrender.source import NvrenderError

if TYPE_CHECKING:
    from nvrender.regression.pytest.image_check import ImageCheck
    from nvrender.regression.pytest.number_check import NumberCheck
    from nvrender.regression.pytest.recorder import Recorder

_MARKER = (
    "nvrender_oracle(threshold=…, share=…, flip=…, ssim=…): nvrender_image compares what the GPU draws with "
    "what the oracle draws, instead of a stored picture."
)
_MODES = {
    "nvrender_update": Mode.UPDATE,
    "nvrender_update_failed": Mode.UPDATE_FAILED,
    "nvrender_add": Mode.ADD,
}

_policy = pytest.StashKey[Policy]()


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("nvrender", "pictures and numbers held still")
    group.addoption("--nvrender-update", action="store_true", help="Make every result its baseline.")
    group.addoption(
        "--nvrender-update-failed", action="store_true", help="Make results that fail their baselines."
    )
    group.addoption(
        "--nvrender-add", action="store_true", help="Accept results that fail beside the baselines there are."
    )
    group.addoption(
        "--nvrender-fail-missing",
        action=BooleanOptionalAction,
        default=None,
        help="Fail checks without a baseline instead of making it; the default where CI is set.",
    )
    group.addoption(
        "--nvrender-fail-unused", action="store_true", help="Fail if there are baselines no test asks for."
    )
    group.addoption(
        "--nvrender-fail-flaky", action="store_true", help="Fail if a check failed and passed when run again."
    )
    group.addoption(
        "--nvrender-github",
        action=BooleanOptionalAction,
        default=None,
        help="Annotations and a summary of the step for GitHub; the default where GITHUB_ACTIONS is set.",
    )
    group.addoption("--nvrender-report", metavar="DIR", help="Write report.html and report.json into DIR.")
    parser.addini(
        "nvrender_threshold", "Steps of 255 by which a channel may differ (default: 2).", default=""
    )
    parser.addini(
        "nvrender_share", "Percent of the pixels that may differ by more (default: 0.01).", default=""
    )
    parser.addini("nvrender_flip", "What the mean of FLIP may be, from 0 to 1.", default="")
    parser.addini("nvrender_ssim", "What the mean of SSIM must be, up to 1.", default="")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", _MARKER)
    config.stash[_policy] = _policy_of(config)
    config.pluginmanager.register(RunHooks(config), "nvrender-run")


def _policy_of(config: pytest.Config) -> Policy:
    chosen = [name for name in _MODES if config.getoption(name)]
    if len(chosen) > 1:
        options = " and ".join(f"--{name.replace('_', '-')}" for name in chosen)
        raise pytest.UsageError(f"{options} exclude each other; give one")
    limits: dict[str, float] = {}
    for name, largest in (("threshold", 255), ("share", 100), ("flip", 1), ("ssim", 1)):
        if text := config.getini(f"nvrender_{name}"):
            try:
                limits[name] = number(text, f"nvrender_{name}", largest)
            except NvrenderError as error:
                raise pytest.UsageError(str(error)) from None
    missing = config.getoption("nvrender_fail_missing")
    return Policy(
        root=config.rootpath,
        start=config.invocation_params.dir,
        mode=_MODES[chosen[0]] if chosen else Mode.COMPARE,
        fail_missing=is_set("CI") if missing is None else missing,
        pictures=config.getoption("nvrender_report") is not None,
        tolerance=Tolerance.of(
            limits.get("threshold"),
            limits.get("share"),
            STORED,
            limits.get("flip"),
            limits.get("ssim"),
        ),
    )


@pytest.fixture
def nvrender_image(request: pytest.FixtureRequest) -> ImageCheck:
    """Holds pictures still: ``nvrender_image.check(scene, program, framebuffer or array, …)``."""
    from nvrender.regression.pytest.image_check import ImageCheck

    marker = request.node.get_closest_marker("nvrender_oracle")
    if marker is not None and marker.args:
        pytest.fail("nvrender: the marker nvrender_oracle takes threshold= and share= by name", pytrace=False)
    return ImageCheck(_recorder_of(request), None if marker is None else marker.kwargs)


@pytest.fixture
def nvrender_numbers(request: pytest.FixtureRequest) -> NumberCheck:
    """Holds results of programs still: ``nvrender_numbers.check(program, attributes=…, parameters=…)``."""
    from nvrender.regression.pytest.number_check import NumberCheck

    return NumberCheck(_recorder_of(request))


def _recorder_of(request: pytest.FixtureRequest) -> Recorder:
    from nvrender.regression.pytest.recorder import Recorder

    node: pytest.Item = request.node
    if RECORDER not in node.stash:
        policy = request.config.stash[_policy]
        node.stash[RECORDER] = Recorder(node.nodeid, node.path.parent, policy)
    return node.stash[RECORDER]

"""Mesa reads its settings once a process, so contexts made before nvrender's own must see them as well."""

from __future__ import annotations

import os

from nvrender.gpu.context.context import PRECISE_FILTERS

for _name, _value in PRECISE_FILTERS.items():
    os.environ.setdefault(_name, _value)

#: Runs pytest in a process of its own, for the tests of the plugin.
pytest_plugins = ["pytester"]

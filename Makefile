# make demo    set up everything and render every demo scene into out/
# make test    set up everything, then ruff, mypy --strict and pytest
# make docs    the documentation as a site, out/site/index.html
# make bench   the benchmark table, also written to out/bench.json
# make fuzz    random programs on oracle and GPU: make fuzz COUNT=2000 SEED=1

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/
COUNT ?= 500
SEED ?= 1
# Hundreds of processes are started; each would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test types suite ready docs bench fuzz clean

$(VENV)/.installed: pyproject.toml tools/setup
	@tools/setup $(VENV) $(PYTHON)

demo: $(VENV)/.installed
	@$(RUN)nvrender demo --all -o out

test:
	@$(MAKE) --no-print-directory -j2 $(VENV)/.installed ready
	$(RUN)ruff check .
	$(RUN)ruff format --check .
	@$(MAKE) --no-print-directory -j2 types suite

# mypy has one core's work, so it runs beside the tests.
types: $(VENV)/.installed
	$(RUN)mypy

# Modules are not rewritten so that failing asserts show their operands; what failed runs again with that. One process
# more than two cores has: tests that wait, for a browser or a window, leave theirs free.
suite: $(VENV)/.installed ready
	$(RUN)pytest -q -n 3 --dist worksteal --assert=plain || { $(RUN)pytest -q --lf --lfnf=none; exit 1; }

# Goes on while pip installs: modules compiled here need not be compiled by each process of the tests.
ready:
	@tools/setup-tests
	@$(PYTHON) -m compileall -q nvrender tests tools

docs: $(VENV)/.installed
	@$(RUN)python -m pip install --quiet --disable-pip-version-check --editable '.[docs]'
	NO_MKDOCS_2_WARNING=1 $(RUN)python -m mkdocs build --strict --quiet
	$(RUN)python tools/documentation/check.py out/site

bench: $(VENV)/.installed
	$(RUN)python -m bench -o out/bench.json

fuzz: $(VENV)/.installed
	$(RUN)python -m tests.fuzz --count $(COUNT) --seed $(SEED)

clean:
	rm -rf $(VENV) out build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

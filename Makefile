# A fresh machine needs `make play` or `make test`, and Python 3.10 or newer; both make their own .venv.
# On Windows use the make of MinGW or MSYS2 in Git's bash: the rules need its sh, rm and touch.
VENV := .venv
ifeq ($(OS),Windows_NT)
PYTHON ?= python
BIN := $(VENV)/Scripts
EXE := .exe
else
PYTHON ?= python3
BIN := $(VENV)/bin
EXE :=
endif

.PHONY: play test check soak bench clean

play: $(VENV)/play
	$(BIN)/troop play

test: check
	$(BIN)/pytest -n auto --maxprocesses 8 --dist loadfile

check: $(VENV)/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file firmware/mypy.ini

soak: $(VENV)/test
	$(BIN)/python -m tests.soak

bench: $(VENV)/test
	$(BIN)/python -m tests.board.benchmark

# Stamps: what `play` and `test` need is installed anew when pyproject.toml changes.
$(BIN)/python$(EXE):
	$(PYTHON) -m venv $(VENV)

$(VENV)/play: pyproject.toml | $(BIN)/python$(EXE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

# The board's stubs hide the standard library, so they get a folder of their own, which only
# firmware/mypy.ini knows.
$(VENV)/test: pyproject.toml | $(BIN)/python$(EXE)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade --target build/stubs 'micropython-rp2-rpi_pico_w-stubs>=1.26,<2'
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .pytest_cache .ruff_cache

# For learners: `make lab` and `make test`. Both set up what they need.
# Another Python: `make test PYTHON=python3.13`.
# More for JupyterLab: `make lab ARGS="--no-browser --port=9000"`.
PYTHON ?= python3

# pyenv offers python3.13 only while that version is selected.
MINOR := $(filter python3.%,$(PYTHON))
BASE := $(if $(MINOR),PYENV_VERSION=$(MINOR:python%=%)) $(PYTHON)
# Without cached bytecode every kernel would compile the libraries again.
export PYTHONDONTWRITEBYTECODE =

VERSION := $(shell $(BASE) -c 'import sys; v = sys.version_info; \
  v >= (3, 11) and print("%d.%d" % v[:2])')
ifndef VERSION
$(error `$(PYTHON)` is not Python 3.11 or newer. Install one and name it: make $(MAKECMDGOALS) PYTHON=python3.13)
endif

VENV := .venv$(if $(filter-out python3,$(PYTHON)),-$(VERSION))
READY := $(VENV)/.ready
RUN := $(VENV)/bin/python
UV := $(VENV)/bin/uv

# A Python that is gone, after an upgrade say, means: set up again.
$(shell test -x $(RUN) || rm -f $(READY)*)

.PHONY: lab test notebooks web doctor faults bench constraints clean

lab: $(READY)           ## open the course in JupyterLab
	$(RUN) -m helpers lab $(ARGS)

test: $(READY)-test     ## run everything that CI runs
	$(RUN) -m ruff check
	$(RUN) -m pytest -n auto

notebooks: $(READY)-test ## rebuild what changed in sources/
	$(RUN) build_notebooks.py

web: $(READY)-web       ## talk to the assistant of lesson 12 in the browser
	$(RUN) -m assistant web

doctor: $(READY)        ## check the set-up
	$(RUN) -m helpers

faults: $(READY)-test   ## seed faults and see the suite catch them (slow)
	$(RUN) -m tests.seed_faults

bench: $(READY)-test    ## what a notebook, the suite and the model cost
	$(RUN) -m benchmarks

constraints: $(READY)   ## resolve every version anew
	$(UV) pip compile --quiet pyproject.toml --extra test --universal \
	  --python-version 3.11 --no-annotate --no-header --upgrade -o constraints.txt

clean:                  ## remove environments and caches, keep your work
	rm -rf .venv .venv-* .pytest_cache .ruff_cache

# Ready once every package is there; an interrupted set-up starts again.
$(READY): pyproject.toml constraints.txt
	$(BASE) -m venv $(VENV)
	$(RUN) -m pip install --quiet --disable-pip-version-check \
	  --constraint constraints.txt uv
	$(UV) pip install --quiet --python $(RUN) --constraint constraints.txt \
	  --editable .
	@touch $@

# What only the tests or the assistant's page need is added when they do.
$(READY)-%: $(READY)
	$(UV) pip install --quiet --python $(RUN) --constraint constraints.txt \
	  --editable '.[$*]'
	@touch $@

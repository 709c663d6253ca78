# Every verb sets up what it needs. `make chat` and `make test` are all that a newcomer has to know.
VENV ?= .venv
PYTHON ?= python3
BIN := $(VENV)/bin
TORCH ?= torch==2.13.0
export ASK
export BOTPSY_DATA

.PHONY: chat undo log setup test test-slow check tiny data train eval clean help

help: ## show this
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

chat: $(VENV)/.core ## make chat ASK="Put lunch with Ana on Friday at 12:30" [YES=1]; without ASK a chat opens
	@if [ -n "$$ASK" ]; then $(BIN)/botpsy chat $(if $(YES),--yes) -- "$$ASK"; else $(BIN)/botpsy chat $(if $(YES),--yes); fi

undo: $(VENV)/.core ## take the last change back
	@$(BIN)/botpsy undo

log: $(VENV)/.core ## what the assistant did
	@$(BIN)/botpsy log

setup: $(VENV)/.core ## fetch and build the assistant's model
	@$(BIN)/botpsy setup

test: $(VENV)/.dev ## all quick tests, under ten minutes with the installation
	$(BIN)/python -m pytest -n 2 --dist loadfile -m "not slow"

test-slow: $(VENV)/.dev ## the slow tests: oracles over whole benchmarks, exported against trained model
	$(BIN)/python -m pytest -m slow

check: $(VENV)/.dev ## lint, format and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright

tiny: $(VENV)/.dev ## the whole recipe on a random tiny model, under two minutes
	$(BIN)/python recipes/tiny.py

data: $(VENV)/.dev ## training data of the released adapter (needs BOTPSY_DATA)
	$(BIN)/python recipes/smollm2_135m.py data

train: $(VENV)/.dev ## train the released adapter again; goes on where it stopped
	$(BIN)/python recipes/smollm2_135m.py train

eval: $(VENV)/.dev ## evaluate the released adapter on the test halves
	$(BIN)/python recipes/smollm2_135m.py eval

clean: ## remove the virtual environment
	rm -rf $(VENV)

$(VENV)/.core: pyproject.toml
	@test -x $(BIN)/python || { echo "making $(VENV)"; $(PYTHON) -m venv $(VENV); }
	@echo "installing BotPsy and what it needs (no torch)"
	@$(BIN)/python -m pip install --disable-pip-version-check --progress-bar on -e . | grep -v -e '^Requirement already' -e '^ ' || true
	@$(BIN)/python -c "import botpsy.cli.main"
	@touch $@

$(VENV)/.dev: $(VENV)/.core pyproject.toml
	@echo "installing what training and tests need (a CPU build of torch; name another with TORCH=...)"
	$(BIN)/python -m pip install --disable-pip-version-check -q $(TORCH)
	$(BIN)/python -m pip install --disable-pip-version-check -q -e '.[train,eval,data,dev]'
	@touch $@

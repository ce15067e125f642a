# `make run` starts Yarnnn, `make test` tests it. Each makes the environment in .venv itself.
.POSIX:
.PHONY: run test test-all check format messages lock screenshots environment dev-environment slow-environment browser ocr clean

PYTHON = python3
BIN = .venv/bin
# What `pytest` gets besides its defaults: make test ARGS="-k recall"
ARGS =
# Python keeps what it has compiled, for the next run.
PYTEST = PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -q -n auto
COMPILE = uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --custom-compile-command "make lock"

run: environment
	@exec $(BIN)/python manage.py up

test: check ocr
	@$(PYTEST) -m "not slow" $(ARGS)

# The slow ones too: with a browser, a language model, and applications that are started and killed.
# Those with a browser run by themselves: what it waits for must not wait for what computes.
test-all: slow-environment check browser ocr
	@$(PYTEST) -m "not browser" $(ARGS)
	@$(PYTEST) -m browser $(ARGS)

check: dev-environment
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djade --check --target-version 5.2 $$(find templates -name '*.html')
	$(BIN)/mypy .
	$(BIN)/lint-imports
	YARNNN_ENV_FILE= YARNNN_HOME=.test-home/check $(BIN)/python manage.py makemigrations --check --dry-run

# What the pages say, gathered for translation and compiled. Needs gettext's tools.
messages: dev-environment
	@$(BIN)/python manage.py makemessages -l de --no-location --no-wrap --no-obsolete \
		$(foreach folder,.venv .test-home bench client docs tests,-i $(folder))
	@$(BIN)/python manage.py compilemessages -l de --ignore .venv

format: dev-environment
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/djade --target-version 5.2 $$(find templates -name '*.html')

environment:
	@PYTHON=$(PYTHON) .ci/environment requirements.txt

dev-environment:
	@PYTHON=$(PYTHON) .ci/environment requirements.txt requirements-dev.txt

# A language model of 98 MB with the server that runs it, and an older Postgres, for the slow tests.
slow-environment: dev-environment
	@PYTHON=$(PYTHON) .ci/environment requirements.txt requirements-dev.txt requirements-slow.txt

browser: dev-environment
	@.ci/browser

ocr:
	@.ci/ocr

# Needs uv. Newer versions: make lock COMPILE="$(COMPILE) --upgrade"
lock:
	$(COMPILE) pyproject.toml -o requirements.txt
	$(COMPILE) pyproject.toml --group dev -c requirements.txt -o requirements-dev.txt
	$(COMPILE) --group slow --no-deps -o requirements-slow.txt
	$(COMPILE) --group install -o requirements-uv.txt

# The pictures of the README and the docs, from sample data.
screenshots: browser
	$(BIN)/python -m docs.screenshots

clean:
	rm -rf .venv .test-home .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

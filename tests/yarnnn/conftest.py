"""One installation to be killed and healed again and again."""

from collections.abc import Iterator

import pytest

from tests.running import App


@pytest.fixture(scope="package")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """Started once for all tests here: each leaves it running."""
    home = tmp_path_factory.mktemp("up") / "home"
    app = App(home, {"HOST": "0.0.0.0", "OPEN_SIGNUP": "1"})  # noqa: S104
    app.start()
    yield app
    app.stop()

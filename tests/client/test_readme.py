"""The examples of the client's README do what it says."""

import os
import re
import subprocess
import sys

from tests.client.conftest import Access
from tests.environment import PROJECT

_EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def test_the_examples_of_the_readme_run(access: Access) -> None:
    examples = _EXAMPLE.findall((PROJECT / "client" / "README.md").read_text())
    said = [_run(example, access) for example in examples]
    assert len(said) == 3
    recalled, *citations, learned, size, found, listed, spaces, gone, refused = said[0].splitlines()
    assert recalled.endswith("I prefer green tea to coffee")
    assert any("green tea" in citation for citation in citations)
    assert "Marit" in learned
    assert (size, listed, spaces) == ("42", "['size']", "(('agents', 'shop'),)")
    assert found.startswith("size ")
    assert gone == "There is nothing here by that address."
    assert refused.startswith("This was forgotten.")
    assert said[1] == "100\n"
    assert said[2].startswith("File created successfully at: /memories/shop.md\n")
    assert said[2].endswith("     1\tOpens at nine.\n")


def _run(example: str, access: Access) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", example],
        env={
            **os.environ,
            "PYTHONPATH": str(PROJECT / "client"),
            "YARNNN_URL": access.url,
            "YARNNN_KEY": access.key,
        },
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout

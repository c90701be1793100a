"""What type checkers say about scripts written against the contract."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
CONFIGURATION = """\
[mypy]
strict = true
mypy_path = {repository}/host_api:{repository}/pyruntime:{repository}/examples
explicit_package_bases = true
namespace_packages = true
cache_dir = {cache}
"""


def test_scripts_and_examples_are_typed_strictly(tmp_path: Path) -> None:
    # Modules beside a script are found beside it: the examples' folder is on the path, as when they run.
    configuration = tmp_path / "mypy.ini"
    configuration.write_text(CONFIGURATION.format(repository=REPOSITORY, cache=REPOSITORY / ".mypy_cache" / "scripts"))
    targets = [REPOSITORY / "examples", REPOSITORY / "tests" / "contract" / "typed_script.py"]
    command = [sys.executable, "-m", "mypy", "--config-file", str(configuration), *map(str, targets)]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

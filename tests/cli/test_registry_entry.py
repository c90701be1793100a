"""server.json, what the MCP registry is told: as its schema of 2025-12-11 wants it, and in step with the package."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
# Of the schema: what an object must and may have.
SERVER = (
    {"$schema", "name", "description", "version"},
    {"title", "repository", "packages", "remotes", "websiteUrl", "icons", "_meta"},
)
PACKAGE = (
    {"registryType", "identifier", "version", "transport"},
    {"registryBaseUrl", "fileSha256", "runtimeHint", "runtimeArguments", "packageArguments", "environmentVariables"},
)
INPUT = {"description", "isRequired", "format", "value", "isSecret", "default", "placeholder", "choices", "variables"}
POSITIONAL = ({"type"}, INPUT | {"valueHint", "isRepeated"})
VARIABLE = ({"name"}, INPUT)


def check(value: dict[str, Any], fields: tuple[set[str], set[str]]) -> None:
    must, may = fields
    assert must <= value.keys() <= must | may


def test_the_registry_entry_has_the_schemas_form_and_the_packages_version() -> None:
    entry = json.loads((ROOT / "server.json").read_text(encoding="utf-8"))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    check(entry, SERVER)
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", entry["name"])
    assert 1 <= len(entry["description"]) <= 100
    assert len(entry["title"]) <= 100
    (package,) = entry["packages"]
    check(package, PACKAGE)
    assert package["transport"] == {"type": "stdio"}
    assert entry["version"] == package["version"] == project["version"]
    assert package["identifier"] == project["name"]
    for argument in package["packageArguments"]:
        check(argument, POSITIONAL)
        assert argument["type"] == "positional"
        assert "value" in argument or "valueHint" in argument
    for variable in package["environmentVariables"]:
        check(variable, VARIABLE)
        assert variable["format"] in ("string", "number", "boolean", "filepath")
    assert f"mcp-name: {entry['name']}" in (ROOT / "README.md").read_text(encoding="utf-8"), "how the registry knows us"

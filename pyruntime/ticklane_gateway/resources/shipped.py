"""Resources of what is shipped for reading: docs, reference, examples, physics tables, skills. They need no game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from typing import Any, Final

from fastmcp import FastMCP
from fastmcp.resources.base import Resource
from fastmcp.skills.provider import SkillFileResource, SkillsDirectoryProvider
from mcp_types import Resource as ListedResource
from pydantic import AnyUrl

from ticklane_gateway.reading.answers import contents, topic_text
from ticklane_gateway.reading.library import (
    doc_pages,
    docs_page,
    example_summary,
    example_text,
    examples,
    part_of,
    root,
)
from ticklane_gateway.resources.reading import told, whole

__all__ = ["add_shipped_resources"]

_MARKDOWN: Final = "text/markdown"
_PYTHON: Final = "text/x-python"
_PHYSICS: Final = {  # name -> file, type, what it is
    "cases": (
        "cases.toml",
        "application/toml",
        "Published values of jumps, slides, explosions: tick, what, value, source",
    ),
    "free_fall": ("free_fall.csv", "text/csv", "Published free fall of seven kinds of entity, tick by tick"),
}


class _Text(Resource):
    """A text that is made when it is read and whose size is known before."""

    text: Callable[[], str]
    size: int

    async def read(self) -> str:
        return self.text()

    def to_mcp_resource(self, **overrides: Any) -> ListedResource:
        listed = super().to_mcp_resource(**overrides)
        listed.size = self.size
        return listed


class _SkillFile(SkillFileResource):
    """A skill's file that is listed with its size."""

    def to_mcp_resource(self, **overrides: Any) -> ListedResource:
        listed = super().to_mcp_resource(**overrides)
        listed.size = self.file.size
        return listed


class _Skills(SkillsDirectoryProvider):
    async def _list_resources(self) -> Sequence[Resource]:
        return [
            _SkillFile(**{name: getattr(one, name) for name in SkillFileResource.model_fields})
            if isinstance(one, SkillFileResource)
            else one
            for one in await super()._list_resources()
        ]


def add_shipped_resources(mcp: FastMCP[Any]) -> None:
    """Register them all; each is read in parts of at most 29 KB."""

    def add(uri: str, title: str, description: str, mime_type: str, text: str) -> None:
        mcp.add_resource(
            _Text(
                uri=AnyUrl(uri),
                name=uri.partition("://")[2],
                title=title,
                description=description,
                mime_type=mime_type,
                text=lambda: part_of(text, 1, f"{uri}?part={{part}}"),
                size=len(text.encode("utf-8")),
            )
        )

    add("ticklane://docs", "What there is to read", "Pages, examples and skills, a line each", _MARKDOWN, contents())
    for page in doc_pages():
        text = docs_page(page)
        title = text.partition("\n")[0].removeprefix("# ")
        add(f"ticklane://docs/{page}", title, f"Documentation: {title}", _MARKDOWN, text)
    for name in examples():
        source = example_text(name)
        add(f"ticklane://examples/{name}", f"Example {name}", example_summary(name), _PYTHON, source)
    for name, (file, mime_type, description) in _PHYSICS.items():
        add(f"ticklane://physics/{name}", f"Physics: {name}", description, mime_type, _physics_text(file))
    _add_templates(mcp)
    mcp.add_provider(_Skills(root() / "skills"))


def _add_templates(mcp: FastMCP[Any]) -> None:
    @mcp.resource("ticklane://docs/{page}{?part}", name="docs page", title="A page of the docs", mime_type=_MARKDOWN)
    @told
    async def page(page: str, part: str = "1") -> str:
        """A page of the documentation, in parts of at most 29 KB."""
        return part_of(docs_page(page), whole("part", part, 1), f"ticklane://docs/{page}?part={{part}}")

    @mcp.resource(
        "ticklane://reference/{name}{?part}", name="reference entry", title="A call or class", mime_type=_MARKDOWN
    )
    @told
    async def reference(name: str, part: str = "1") -> str:
        """The reference of one call or class: host.spawn, ScriptHost, Entities, ExplosionEvent, GoneError."""
        return topic_text(name, whole("part", part, 1))

    @mcp.resource("ticklane://examples/{name}", name="example", title="An example script", mime_type=_PYTHON)
    @told
    async def example(name: str) -> str:
        """A whole experiment to start from."""
        return example_text(name)

    @mcp.resource("ticklane://physics/{table}{?part}", name="physics table", title="Physics", mime_type="text/plain")
    @told
    async def physics(table: str, part: str = "1") -> str:
        """Published values that the embedded host is measured against: cases, free_fall."""
        if table not in _PHYSICS:
            raise LookupError(f"there is no table {table!r}; there are: {' '.join(_PHYSICS)}")
        text = _physics_text(_PHYSICS[table][0])
        return part_of(text, whole("part", part, 1), f"ticklane://physics/{table}?part={{part}}")


def _physics_text(file: str) -> str:
    return (files("ticklane_cli") / "_physics" / file).read_text(encoding="utf-8")

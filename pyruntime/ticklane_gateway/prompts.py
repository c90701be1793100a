"""Prompts: from a question to a verdict, and from a script that misbehaves to the line to change."""

from __future__ import annotations

from logging import DEBUG
from typing import Annotated, Any, Final

import msgspec
from fastmcp import FastMCP
from fastmcp.exceptions import PromptError, ToolError
from fastmcp.prompts.base import Prompt
from pydantic import Field

from ticklane_gateway.game import Game
from ticklane_gateway.reading.library import example_summary, example_text, examples
from ticklane_gateway.replies import within_bound
from ticklane_gateway.resources.live import script_source

__all__ = ["add_prompts"]

_SOURCE_KEPT: Final = 12_000

_EXPERIMENT: Final = """\
Answer this by measuring it in the running Minecraft game with the Ticklane tools: {question}

1. Question. Say in one line what number decides it, its unit, and the result you expect with its source (a formula, a
   published value, a second run), so that the run can fail. Ticks, not seconds: 20 ticks are a second.
2. Script. Write one Python file with run(host): set everything up in step 0 (remove leftovers, place blocks, spawn
   with a tag), `yield` for each tick, host.record(key, value) for rows worth keeping, and return a small dict. Compare
   inside the script: host.expect(name, measured, expected, tol) gives PASS or FAIL. Sample with host.random, never a
   clock. For the traps of the game call docs(topic="game-traps"), for the host's calls docs(query="...").
3. Run. script_start(source=..., wait_s=30): one call checks, runs and returns the result. It may take longer: go on
   with script_status(id, wait_s=55). A refusal lists every problem with what to write: correct all of them at once.
4. Verdict. Read `reason` first (finished is the only good one), then verdicts, result, records. Vary what should matter
   and what should not (params, seed), at least three times. Then answer in two sentences: the number with its spread,
   the verdict, and what the host does not model if that touches the question (docs(topic="physics")).
"""

_DEBUG: Final = """\
Find out why the Ticklane script {id!r} does not do what it should, and correct it.

Look in this order, and say which one it is before you change anything:
1. `reason` and `error`: line, message, locals. The message says what to write instead; `because` says what led to it.
2. reason "budget": `budget` and `overruns` name the line. Columns instead of loops, host.every(n, ...), or budget_ms.
3. Still running: `waits` (a long yield), "game":"frozen" (no tick passes), `stuck` (inside one call into C), `next`.
4. Finished with a wrong result: `records` and `lines` show what it saw. Usual causes: what step 0 spawned has moved
   elapsed() times; blocks per tick, not per second; a landed block or exploded TNT is gone (GoneError); an entity in a
   place that is not loaded; leftovers of the run before (remove what has your tag); an unseeded chance.
5. Verdicts that fail by little: tolerance, tick counted from 0 or 1, feet or centre.
Then start the corrected source under the same id (it replaces the old one): script_start(source=..., id={id!r},
wait_s=30). More rows: script_output(id={id!r}).
"""


def add_prompts(mcp: FastMCP[Any], game: Game) -> None:
    """Register the prompts."""

    async def experiment(
        question: Annotated[str, Field(description="What you want to know, e.g. how far does TNT push sand?")],
        like: Annotated[str, Field(description="Name of an example script to start from (optional)")] = "",
    ) -> str:
        """Answer a question about the game by a script: question, script, run, verdict."""
        text = _EXPERIMENT.format(question=" ".join(question.split()) or "(no question given: ask for it)")
        if not like:
            return text
        if like not in examples():
            raise PromptError(f"there is no example {like!r}; there are: {' '.join(examples())}", log_level=DEBUG)
        return f"{text}\nStart from this example ({example_summary(like)}):\n\n```python\n{example_text(like)}```\n"

    async def debug_script(
        id: Annotated[str, Field(description="Id of the script, as script_list shows it")],
    ) -> str:
        """Source, status, traceback and overruns of one script, and what to look at in which order."""
        try:
            status = await game.ask("status", script=id, detail="full")
            source = await script_source(game, id)
        except ToolError as error:
            raise PromptError(str(error), log_level=DEBUG) from error
        fields: dict[str, Any] = msgspec.json.decode(status)
        fields.pop("source", None)
        shown = within_bound(msgspec.json.encode(fields)).decode()
        return f"{_DEBUG.format(id=id)}\nStatus:\n\n```json\n{shown}\n```\n\n{_numbered(source)}"

    mcp.add_prompt(_of_texts(Prompt.from_function(experiment, title="From a question to a verdict")))
    mcp.add_prompt(_of_texts(Prompt.from_function(debug_script, title="Why does this script fail?")))


def _of_texts(prompt: Prompt) -> Prompt:
    """The prompt without the JSON schema that FastMCP writes into each argument's description: ours are texts."""
    for argument in prompt.arguments or ():
        argument.description = (argument.description or "").partition("\n\nProvide a value matching")[0]
    return prompt


def _numbered(source: str) -> str:
    """The source with line numbers, in bounds."""
    if not source:
        return "The source is not known.\n"
    lines = [f"{number:4} {line}" for number, line in enumerate(source.splitlines(), 1)]
    shown = "\n".join(lines)
    if len(shown) > _SOURCE_KEPT:
        shown = shown[:_SOURCE_KEPT] + "\n… (whole: resource ticklane://scripts/<id>/source)"
    return f"Source:\n\n```\n{shown}\n```\n"

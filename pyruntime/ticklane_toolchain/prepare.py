"""The one entry: a script and how to run it become a start request, or a refusal with every finding."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from ticklane._nearest import or_known
from ticklane_control.configuration import CAPS
from ticklane_control.messages import StartRequest
from ticklane_toolchain.bundle import Bundle, bundle_path, bundle_source
from ticklane_toolchain.check import check_bundle
from ticklane_toolchain.compile import MAGIC, compile_bundle
from ticklane_toolchain.dependencies import check_dependencies, check_imports
from ticklane_toolchain.header import Header, read_header
from ticklane_toolchain.lanes import unavailable_on
from ticklane_toolchain.modes import Shape, read_shape
from ticklane_toolchain.params import merged
from ticklane_toolchain.record_settings import record_settings
from ticklane_toolchain.refusal import Finding, Refusal
from ticklane_toolchain.settings import DEFAULTS, checked, shown

__all__ = ["prepare", "prepare_bundle"]


def prepare(
    path: str | Path | None = None,
    *,
    source: str = "",
    files: Mapping[str, str] | None = None,
    id: str = "",
    params: Mapping[str, Any] | None = None,
    seed: int | None = None,
    ticks: int | None = None,
    vantage: str | None = None,
    budget_ms: float | None = None,
    hard_ms: float | None = None,
    caps: Collection[str] = (),
    allowed: Collection[str] = (),
    lanes: Collection[str] | None = None,
    unavailable: Mapping[str, str] | None = None,
    operation_id: str = "",
    run_dir: str | Path = "",
) -> StartRequest:
    """Reads, checks, instruments and compiles a script.

    Args:
        path: the script's file; the modules in its folder that it imports come along. Exactly one of path and source.
        source: the script's text, with `files` ("helper.py" → text) beside it.
        id: names the script; made from its docstring or file name when empty.
        params: values for its parameters; texts are read as TOML or JSON where the default is no text.
        seed, ticks, vantage, budget_ms, hard_ms: override the header; None leaves it.
        caps: asked for in addition to the header's.
        allowed: the capabilities that the user allows.
        lanes: those the game has; None: not known, so any is taken.
        unavailable: names that the lane doesn't offer and why (None: what `lanes.UNAVAILABLE` says of the lane).
        operation_id, run_dir: passed on.

    Raises:
        Refusal: with all findings; nothing was started.
    """
    bundle = _bundle(source, path, files, id)
    header = read_header(bundle.main.source)
    tree = bundle.main.tree
    shape = read_shape(tree, header) if isinstance(tree, ast.Module) else Shape(frozenset(), "once", False)
    return prepare_bundle(
        bundle,
        header,
        shape,
        params=params or {},
        seed=seed,
        ticks=ticks,
        vantage=vantage,
        budget_ms=budget_ms,
        hard_ms=hard_ms,
        caps=caps,
        allowed=allowed,
        lanes=lanes,
        unavailable=unavailable,
        operation_id=operation_id,
        run_dir=run_dir,
    )


def prepare_bundle(
    bundle: Bundle,
    header: Header,
    shape: Shape,
    *,
    params: Mapping[str, Any],
    seed: int | None = None,
    ticks: int | None = None,
    vantage: str | None = None,
    budget_ms: float | None = None,
    hard_ms: float | None = None,
    caps: Collection[str] = (),
    allowed: Collection[str] = (),
    lanes: Collection[str] | None = None,
    unavailable: Mapping[str, str] | None = None,
    operation_id: str = "",
    run_dir: str | Path = "",
) -> StartRequest:
    """`prepare` from where the sources, the header and the functions are known. Raises Refusal with all findings."""
    findings = list(header.findings)
    settings = _Settings(header)
    settings.override(seed=seed, ticks=ticks, vantage=vantage, budget_ms=budget_ms, hard_ms=hard_ms)
    asked = settings.caps(caps)
    lane = settings.value("vantage")
    if lanes is not None and lane not in lanes:
        settings.lane_absent(lane, lanes)
    settings.check_together()
    values, wrong = merged(header.params, params)
    findings += settings.findings + wrong
    findings += check_dependencies(header, bundle) + check_imports(bundle, header)
    findings += shape.findings
    refused = unavailable_on(lane) if unavailable is None else unavailable
    findings += check_bundle(bundle, header, lane=lane, caps=asked, allowed=allowed, unavailable=refused)
    modules, uncompiled = compile_bundle(bundle)
    findings += uncompiled
    if findings:
        raise Refusal(bundle.id, findings)
    return StartRequest(
        id=bundle.id,
        lane=lane,
        mode=shape.mode,
        modules=modules,
        magic=MAGIC,
        params=values,
        seed=settings.value("seed"),
        ticks=settings.value("ticks"),
        budget_ms=settings.value("budget_ms"),
        hard_ms=settings.value("hard_ms"),
        caps=asked,
        events=list(settings.value("events")),
        dimension=settings.value("dimension"),
        source_hash=bundle.source_hash,
        operation_id=operation_id,
        run_dir=str(run_dir),
        header=header.as_dict(),
        docstring=bundle.docstring,
        records=record_settings(header.records),
        memory_mib=settings.value("memory_mib"),
        cpu_s=settings.value("cpu_s"),
    )


def _bundle(source: str, path: str | Path | None, files: Mapping[str, str] | None, id: str) -> Bundle:
    if bool(source.strip()) == bool(path):
        given = "both were given" if path else "none was given"
        raise Refusal(id or "script", [Finding.in_argument(f"exactly one of source and path: {given}")])
    if not path:
        return bundle_source(source, files, id)
    if files:
        text = "files goes with source; beside a path the modules in its folder are found"
        raise Refusal(id or Path(path).name, [Finding.in_argument(text)])
    return bundle_path(path, id)


class _Settings:
    """Header and arguments together: an argument wins; `findings` is what is wrong with the arguments or the sum."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.given: dict[str, Any] = dict(header.keys)
        self.arguments: set[str] = set()
        self.findings: list[Finding] = []

    def value(self, key: str) -> Any:
        return self.given.get(key, DEFAULTS[key])

    def override(self, **arguments: Any) -> None:
        for key, value in arguments.items():
            if value is None:
                continue
            kept, problem = checked(key, value)
            self.arguments.add(key)
            if problem:
                self.findings.append(Finding.in_argument(problem))
            else:
                self.given[key] = kept

    def caps(self, more: Collection[str]) -> list[str]:
        """The capabilities asked for by header and arguments together."""
        asked = list(self.value("caps"))
        for cap in more:
            if cap not in CAPS:
                text = f"caps: {shown(cap)}: no such capability{or_known(str(cap), CAPS)}"
                self.findings.append(Finding.in_argument(text))
            elif cap not in asked:
                asked.append(cap)
        return asked

    def lane_absent(self, lane: str, lanes: Collection[str]) -> None:
        self._find("vantage", f'vantage = "{lane}": this game has no {lane} lane; it has {" ".join(lanes) or "none"}')

    def check_together(self) -> None:
        budget, hard = self.value("budget_ms"), self.value("hard_ms")
        if hard < budget:
            key = "hard_ms" if "hard_ms" in self.given else "budget_ms"
            self._find(key, f"hard_ms = {hard:g} is less than budget_ms = {budget:g}: the hard limit is the larger one")
        if self.value("on_unload") == "wait" and (lane := self.value("vantage")) != "client":
            why = (
                "'s world unloads only with the game; leave it out"
                if lane == "server"
                else " can't: the client lane can"
            )
            self._find("on_unload", f'on_unload = "wait": the {lane} lane{why}')

        self._check_process()

    def _check_process(self) -> None:
        """What only a script with a process of its own has, and what it hasn't."""
        if self.value("vantage") != "parallel":
            for key in ("memory_mib", "cpu_s"):
                if self.value(key) is not None:
                    text = f'{key}: only a script with a process of its own has that limit: vantage = "parallel"'
                    self._find(key, text)
            return
        others = [kind for kind in self.value("events") if kind != "message"]
        if others:
            text = (
                f"events = {shown(others)}: only messages come to a script beside the game; have one on the server "
                "lane listen and host.send() what it hears"
            )
            self._find("events", text)

    def _find(self, key: str, text: str) -> None:
        in_header = key in self.header.keys and key not in self.arguments
        self.findings.append(self.header.finding(key, text) if in_header else Finding.in_argument(text))

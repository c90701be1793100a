"""Everything about a script that can be refused from its text alone, all findings at once."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping

from ticklane_control.capabilities import ask_in_header, how_to_allow
from ticklane_toolchain._code_rules import Use, also, code_findings, needed_caps
from ticklane_toolchain._host_uses import HostUses
from ticklane_toolchain._inference import Inference
from ticklane_toolchain._scopes import Scopes
from ticklane_toolchain.bundle import Bundle, SourceFile
from ticklane_toolchain.header import Header
from ticklane_toolchain.instrument import reserved_name_findings
from ticklane_toolchain.refusal import Finding
from ticklane_toolchain.settings import shown

__all__ = ["check_bundle"]


def check_bundle(
    bundle: Bundle,
    header: Header,
    *,
    lane: str = "server",
    caps: Collection[str] = (),
    allowed: Collection[str] = (),
    unavailable: Mapping[str, str] | None = None,
) -> list[Finding]:
    """Findings for the code of every module of a bundle; the trees stay as they are.

    `caps` are those asked for (header and arguments), `allowed` those the user allows. `unavailable` maps names of the
    contract that the lane doesn't offer to the sentence that refuses them.
    """
    findings: list[Finding] = []
    uses: list[Use] = []
    for file in bundle.files:
        if isinstance(file.tree, Finding):
            findings.append(file.tree)
            continue
        try:
            found, needed = _check_file(file, file.tree, header, lane, unavailable or {})
        except RecursionError:
            found, needed = [Finding.at(1, "an expression is nested too deeply to be checked", file=file.beside)], []
        findings += found
        uses += needed
    return findings + _capability_findings(uses, header, caps, allowed)


def _check_file(
    file: SourceFile, tree: ast.Module, header: Header, lane: str, unavailable: Mapping[str, str]
) -> tuple[list[Finding], list[Use]]:
    scopes = Scopes(tree)
    is_script = file.name == "__main__"
    inference = Inference(scopes, is_script=is_script)
    uses = HostUses(
        scopes,
        inference,
        file.source,
        file.beside,
        events=tuple(header.keys.get("events", ())) if is_script else (),
        params=header.params if is_script and not header.findings else None,
        # A function of a module beside may be for another lane: what isn't there it is told when it runs.
        unavailable=unavailable if is_script else {},
    )
    findings = uses.check()
    findings += code_findings(scopes, inference, file.beside, tick_lane=lane != "parallel")
    findings += reserved_name_findings(tree, file.source, file.beside)
    return findings, needed_caps(scopes, inference, file.beside, uses.internals_line)


def _capability_findings(
    uses: list[Use], header: Header, caps: Collection[str], allowed: Collection[str]
) -> list[Finding]:
    """One finding per capability that is used but not asked for, and one for those asked for but not allowed."""
    findings = []
    missing: dict[tuple[str, str], list[Use]] = {}
    for use in uses:
        if use.cap not in caps:
            missing.setdefault((use.cap, use.file), []).append(use)
    for (cap, file), found in missing.items():
        first = found[0]
        others = also(first.line, (use.line for use in found))
        wanted = ask_in_header({*caps, *(one for one, _ in missing)})
        text = f"{first.shown} needs the capability {cap}{others}: {wanted}"
        if cap not in allowed:
            text += f"; {how_to_allow([cap])}"
        findings.append(Finding.at(first.line, text, file=file))
    refused = sorted(set(caps) - set(allowed))
    if refused:
        text = f"caps = {shown(sorted(caps))}: {' '.join(refused)} not allowed; {how_to_allow(refused)}"
        in_header = "caps" in header.lines
        findings.append(header.finding("caps", text) if in_header else Finding.in_argument(text))
    return findings

r"""Single lines of the settings files of MultiMC, Prism and their kin: the rest of the file isn't touched.

They come in two forms. With a `ConfigVersion` they are Qt's: values that hold a comma, a semicolon, an equals sign or
a quote are quoted, with backslash escapes. Without one they are the older plain form, in which only `\\`, `#`, newline
and tab are escaped.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["get", "get_raw", "put", "put_raw"]

_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}


def _pattern(key: str) -> re.Pattern[str]:
    return re.compile(rf"^{re.escape(key)}[ \t]*=[ \t]*(?P<value>[^\r\n]*)(?P<end>\r?\n|$)", re.MULTILINE)


def _is_qt(text: str) -> bool:
    return bool(_pattern("ConfigVersion").search(text)) or "[General]" in text


def get_raw(text: str, key: str) -> str | None:
    """The value as it is written; None when there is no such line."""
    match = _pattern(key).search(text)
    return match["value"] if match else None


def get(text: str, key: str) -> str:
    """The value; "" when there is no such line."""
    raw = (get_raw(text, key) or "").strip(" \t")
    if not _is_qt(text):
        plain = re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]) if found[1] in "nt" else found[1], raw)
        quoted = len(plain) > 1 and plain[0] == plain[-1] == '"' and any(mark in plain for mark in ";=,")
        return plain[1:-1] if quoted else plain
    return _unquoted(raw)


def _unquoted(raw: str) -> str:
    out: list[str] = []
    at, inside = 0, False
    while at < len(raw):
        char = raw[at]
        at += 1
        if char == '"':
            inside = not inside
        elif char != "\\":
            out.append(char)
        elif hexadecimal := re.match(r"x([0-9a-fA-F]{1,4})", raw[at:]):
            out.append(chr(int(hexadecimal[1], 16)))
            at += hexadecimal.end()
        else:
            out.append(_ESCAPES.get(raw[at : at + 1], raw[at : at + 1]))
            at += 1
    return "".join(out)


def _written(text: str, value: str) -> str:
    if not _is_qt(text):
        escaped = value.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t").replace("#", "\\#")
        # A reader of the newer launchers takes off one pair of quotes around a value with an equals sign.
        ends = len(value) > 1 and value[0] == value[-1] == '"' and any(mark in value for mark in ";=,")
        return f'"{escaped}"' if ends else escaped
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    escaped = escaped.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")
    needs = not value or any(mark in value for mark in ';,="') or value[0] == " " or value[-1] == " "
    return f'"{escaped}"' if needs and value else escaped


def put(text: str, key: str, value: str) -> str:
    """The file with that value."""
    return put_raw(text, key, _written(text, value))


def put_raw(text: str, key: str, raw: str | None) -> str:
    """The file with the value written so, in its place or as a new line of the first section; None takes it away."""
    match = _pattern(key).search(text)
    if match:
        if raw is None:
            return text[: match.start()] + text[match.end() :]
        begin, end = match.span("value")
        return text[:begin] + raw + text[end:]
    if raw is None:
        return text
    line = "\r\n" if "\r\n" in text else "\n"
    section = re.search(r"^\[General\][ \t]*\r?\n", text, re.MULTILINE)
    if section:
        return text[: section.end()] + f"{key}={raw}{line}" + text[section.end() :]
    gap = line if text and not text.endswith("\n") else ""
    return f"{text}{gap}{key}={raw}{line}"

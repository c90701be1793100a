"""Argument strings: what a user wrote comes back to the byte, whatever quotes it holds."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ticklane_cli._install import ini
from ticklane_cli._install.arguments import added, ours_for, taken_out, words
from ticklane_cli._install.errors import InstallError
from ticklane_cli._install.keepers import Keeper

OURS = ours_for(21, agent=True)

plain = st.text(
    st.characters(exclude_characters="\"'\\", exclude_categories=("Cs", "Cc", "Z")), min_size=1, max_size=12
)
quoted = st.builds(
    lambda quote, inside: quote + inside.replace(quote, "").replace("\\", "") + quote,
    st.sampled_from("\"'"),
    st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=12),
)
word = st.one_of(
    plain,
    st.builds(str.__add__, plain, quoted),
    quoted,
    st.sampled_from([*OURS, "-Xss1m", '"-Xss8m"', r"-Dpath=C:\Games\mc", r'-Dname="a \" b"', "-XX:+UseG1GC"]),
)
lines = st.builds(
    lambda parts, ends: ends[0] + "".join(word + gap for word, gap in parts) + ends[1],
    st.lists(st.tuples(word, st.sampled_from([" ", "  ", "\t "])), max_size=6),
    st.tuples(st.sampled_from(["", " "]), st.sampled_from(["", "-Xmx2G"])),
)


@given(lines)
def test_putting_in_and_taking_out_gives_the_same_bytes(text: str) -> None:
    with_ours = added(text, OURS)
    assert with_ours.startswith(text)
    assert words(with_ours)[-len(OURS) :] == OURS
    assert taken_out(with_ours, OURS) == text


@given(lines, plain)
def test_what_the_user_adds_behind_stays(text: str, more: str) -> None:
    if more in OURS:
        return
    rest = taken_out(f"{added(text, OURS)} {more}", OURS)
    assert words(rest) == [*words(text), more]


@given(st.lists(word, max_size=5))
def test_words_are_those_a_shell_would_see(parts: list[str]) -> None:
    text = " ".join(part for part in parts if "\\" not in part)
    assert [shlex.split(one)[0] if shlex.split(one) else "" for one in words(text)] == shlex.split(text)


@pytest.mark.parametrize("text", ['-Da="open', "-Da='open", '-Xmx2G "'])
def test_an_open_quote_is_refused_as_it_would_swallow_ours(text: str) -> None:
    with pytest.raises(InstallError, match="quote isn't closed"):
        added(text, OURS)


def test_an_argument_inside_quotes_is_not_ours() -> None:
    text = f"-Dnote='{OURS[0]} -Xss8m'"
    assert taken_out(added(text, OURS), OURS) == text
    assert taken_out(text, OURS) == text


@pytest.mark.parametrize(("major", "native"), [(17, True), (21, True), (25, True), (16, False)])
def test_native_access_is_named_only_where_java_knows_it(major: int, native: bool) -> None:
    assert ("--enable-native-access=ALL-UNNAMED" in ours_for(major, agent=True)) is native
    assert not [word for word in ours_for(major, agent=False) if word.startswith("-javaagent")]


values = st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=40)


@given(values)
def test_a_qt_value_comes_back_and_nothing_else_moves(value: str) -> None:
    text = "[General]\nConfigVersion=1.2\nname=x\nOverrideJavaArgs=false\nJvmArgs=old\nnotes=\n"
    changed = ini.put(text, "JvmArgs", value)
    assert ini.get(changed, "JvmArgs") == value
    assert ini.put_raw(changed, "JvmArgs", "old") == text


@given(values.map(lambda value: value.strip(" ")).filter(lambda value: not value.startswith('"')))
def test_a_plain_value_comes_back(value: str) -> None:
    text = "InstanceType=OneSix\r\nJvmArgs=\r\nname=x\r\n"
    changed = ini.put(text, "JvmArgs", value)
    assert ini.get(changed, "JvmArgs") == value
    assert changed.endswith("name=x\r\n")


@given(lines, st.sampled_from([None, 2, "\t"]), st.booleans())
def test_a_profile_comes_back_to_the_byte(given_text: str, indent: int | str | None, newline: bool) -> None:
    content = {
        "profiles": {"a": {"javaArgs": given_text or "-Xmx1G", "name": "é"}, "b": {"name": "other"}},
        "version": 3,
    }
    text = json.dumps(content, indent=indent, ensure_ascii=False) + ("\n" if newline else "")
    keeper = Keeper("profile", Path("launcher_profiles.json"), "a")
    changed = keeper.put(text, OURS)
    assert keeper.take(changed, OURS, text) == text
    assert json.loads(changed)["profiles"]["b"] == {"name": "other"}

"""A script and the modules it imports travel as one bundle with one hash."""

from __future__ import annotations

from pathlib import Path

import pytest

from ticklane_toolchain import Refusal, prepare
from ticklane_toolchain.bundle import MAX_BYTES, bundle_path, bundle_source

from .scripts import line_texts, refused


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / (name.replace("__slash__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "main.py"


def test_only_imported_modules_travel_however_deep(tmp_path: Path) -> None:
    main = write(
        tmp_path,
        main="import one\ndef run(host):\n    from pkg.inner import deep\n",
        one="from two import x",
        two="x = 1",
        unused="import one",
        pkg__slash____init__="from . import side",
        pkg__slash__side="",
        pkg__slash__inner__slash____init__="",
        pkg__slash__inner__slash__deep="from ..side import *",
        pkg__slash__inner__slash__unused="",
    )
    bundle = bundle_path(main)
    assert [(file.name, file.filename, file.is_package) for file in bundle.files] == [
        ("__main__", "main.py", False),
        ("one", "one.py", False),
        ("pkg", "pkg/__init__.py", True),
        ("pkg.inner", "pkg/inner/__init__.py", True),
        ("pkg.inner.deep", "pkg/inner/deep.py", False),
        ("pkg.side", "pkg/side.py", False),
        ("two", "two.py", False),
    ]


def test_folder_without_init_is_a_package(tmp_path: Path) -> None:
    main = write(tmp_path, main="from shapes.round import area", shapes__slash__round="area = 1")
    assert [file.name for file in bundle_path(main).files] == ["__main__", "shapes", "shapes.round"]
    given = bundle_source("from shapes.round import area", {"shapes/round.py": "area = 1"})
    assert [file.name for file in given.files] == ["__main__", "shapes", "shapes.round"]


def test_modules_that_import_each_other_travel_once(tmp_path: Path) -> None:
    main = write(tmp_path, main="import a", a="import b", b="import a\nimport main")
    assert [file.name for file in bundle_path(main).files] == ["__main__", "a", "b", "main"]


def test_same_content_has_the_same_hash_wherever_it_lies(tmp_path: Path) -> None:
    main = write(tmp_path, main="import a\n", a="x = 1\n")
    by_path = bundle_path(main)
    by_text = bundle_source("import a\r\n", {"a.py": "x = 1\n"}, id="other")
    assert by_path.source_hash == by_text.source_hash
    assert len(by_path.source_hash) == 64
    assert bundle_source("import a\n", {"a.py": "x = 2\n"}).source_hash != by_path.source_hash
    assert bundle_source("import a\n", {"b.py": "x = 1\n"}).source_hash != by_path.source_hash


def test_bundle_over_a_mebibyte_is_refused_naming_the_largest_file(tmp_path: Path) -> None:
    main = write(tmp_path, main="import a, b", a="#" * (MAX_BYTES // 2), b="#" * (MAX_BYTES // 2 + 100))
    with pytest.raises(Refusal, match=r"the largest is b\.py with 524,388 bytes"):
        bundle_path(main)
    with pytest.raises(Refusal, match=r"1,048,576 bytes together; the largest is huge\.py"):
        bundle_source("import huge", {"huge.py": "#" * (MAX_BYTES + 1)})
    assert bundle_source("#" * MAX_BYTES).source_hash


def test_a_source_over_a_mebibyte_is_not_even_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    def parse(*_: object, **__: object) -> None:
        raise AssertionError("parsed")

    monkeypatch.setattr("ast.parse", parse)
    with pytest.raises(Refusal, match="1,048,576 bytes together"):
        bundle_source("x = 1\n" * (MAX_BYTES // 6 + 1))


def test_file_that_is_no_text_is_refused_naming_byte_and_line(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_bytes(b"import helper\n")
    (tmp_path / "helper.py").write_bytes(b"x = 1\ny = '\xff'\n")
    with pytest.raises(Refusal, match=r"helper\.py line 2  helper\.py is not utf-8: byte 11 \(0xff\); save"):
        bundle_path(tmp_path / "main.py")
    (tmp_path / "main.py").write_bytes(b"x = 1\n\n\0")
    with pytest.raises(Refusal, match=r"line 3  main\.py holds a NUL byte"):
        bundle_path(tmp_path / "main.py")


def test_declared_encoding_and_byte_order_mark_are_understood(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_bytes("# coding: latin-1\nx = 'é'\r\n".encode("latin-1"))
    assert bundle_path(tmp_path / "main.py").main.source == "# coding: latin-1\nx = 'é'\n"
    (tmp_path / "main.py").write_bytes(b"\xef\xbb\xbfx = 1\n")
    assert bundle_path(tmp_path / "main.py").main.source == "x = 1\n"


def test_text_that_is_none_is_refused() -> None:
    assert "NUL byte" in line_texts("x = 1\n\0")[0]
    assert line_texts("x = 1\ny = '\ud800'")[0].startswith("line 2: script.py holds the lone surrogate")


@pytest.mark.parametrize("name", ["a.txt", "../a.py", "/a.py", "a-b.py", "", "__main__.py", "x/.py", ".py"])
def test_file_name_that_can_not_be_a_module_is_refused(name: str) -> None:
    assert "not a module's file name" in str(refused("host.log(1)", files={name: ""}))


@pytest.mark.parametrize("name", ["ticklane.py", "jep.py", "ticklane_runtime/x.py"])
def test_module_that_would_hide_ours_is_refused(name: str, tmp_path: Path) -> None:
    assert "give the file another name" in str(refused("host.log(1)", files={name: ""}))
    (tmp_path / "ticklane.py").write_text("")
    (tmp_path / "main.py").write_text("from ticklane import Run")
    with pytest.raises(Refusal, match="would hide the module ticklane"):
        bundle_path(tmp_path / "main.py")


def test_missing_file_folder_and_two_scripts_are_refused(tmp_path: Path) -> None:
    secret = tmp_path / "passwords"
    secret.write_text("root:x:hunter2 not python\n", encoding="utf-8")
    for path, text in (
        (tmp_path / "no.py", "no such file"),
        (tmp_path, "is a folder"),
        (secret, "passwords: a script's name ends in .py"),
    ):
        with pytest.raises(Refusal, match=text):
            prepare(path)
    with pytest.raises(Refusal, match="exactly one of source and path: both were given"):
        prepare(tmp_path / "no.py", source="x = 1")
    assert "none was given" in str(refused(""))


@pytest.mark.parametrize(
    ("docstring", "id"),
    [
        ("Fall of 500 blocks.", "fall-of-500-blocks"),
        ("Fall of 500 blocks", "fall-of-500-blocks"),
        ("Fall of 500 blocks\n\nMore about it.", "fall-of-500-blocks"),
        ("TNT: how far, how fast", "tnt"),
        ("Größe des Kraters: groß", "groe-des-kraters"),
        ("Version 1.5 of it", "version-1-5-of-it"),
        ("A " + "very " * 30 + "long one", "a-very-very-very-very-very-very-very"),
        ("x" * 100, "x" * 40),
    ],
)
def test_id_is_made_from_the_docstring(docstring: str, id: str) -> None:
    assert bundle_source(f'"""{docstring}"""\n').id == id


def test_id_without_words_is_made_from_the_source() -> None:
    first, again, other = (bundle_source(text).id for text in ("host.log(1)", "host.log(1)", "host.log(2)"))
    assert first == again != other
    assert bundle_source('"""爆発"""').id.startswith("script-")


def test_id_of_a_file_is_its_name(tmp_path: Path) -> None:
    for name, id in (("falling_blocks.py", "falling_blocks"), ("my sand (2).py", "my-sand-2")):
        (tmp_path / name).write_text('"""Fall of 500 blocks."""')
        assert bundle_path(tmp_path / name).id == id


def test_traceback_name_is_the_file_or_the_id(tmp_path: Path) -> None:
    (tmp_path / "falling_blocks.py").write_text("host.log(1)")
    assert bundle_path(tmp_path / "falling_blocks.py", id="fall").main.filename == "falling_blocks.py"
    assert bundle_source('"""Fall of sand."""').main.filename == "fall-of-sand.py"


@pytest.mark.parametrize("id", [".", "..", "a/b", "a b", "é", "x" * 65, "a\n", "-" * 65])
def test_id_outside_the_rule_is_refused(id: str) -> None:
    assert "not an id; allowed: 1 to 64 of" in str(refused("host.log(1)", id=id))


@pytest.mark.parametrize("id", ["a", "A.b_c-9", "...", "x" * 64])
def test_id_inside_the_rule_is_taken(id: str) -> None:
    assert bundle_source("host.log(1)", id=id).id == id


def test_import_of_nothing_names_the_command_and_guarded_imports_may_fail() -> None:
    (text,) = line_texts("import numpy\nimport no_such_thing_here.sub\n")
    assert text.startswith("line 2: import no_such_thing_here: neither installed nor beside the script")
    assert text.endswith("-m pip install no_such_thing_here")
    guarded = "try:\n    import no_such_thing_here\nexcept ImportError:\n    pass\n"
    assert bundle_source(guarded).files
    prepare(source=guarded)
    assert "in no package: import b" in line_texts("from . import b")[0]

from __future__ import annotations

import re
import zipfile
from pathlib import Path

import pytest

from ticklane_cli._setup import python_build
from ticklane_cli._setup.advice import ADVICE
from ticklane_cli._setup.jep_build import class_version
from ticklane_cli._setup.places import Places, checkout_of
from ticklane_cli._setup.process import ToolError, run_tool
from ticklane_cli._setup.stamp import digest, is_current, tree_digest, write_stamp

ROOT = Path(__file__).parents[2]


def test_a_stamp_counts_only_for_what_it_was_made_from_and_while_the_product_is_there(tmp_path: Path) -> None:
    stamp, product = tmp_path / "stamp", tmp_path / "product"
    made_from = digest("a", 1)
    assert not is_current(stamp, made_from)
    write_stamp(stamp, made_from)
    product.touch()
    assert is_current(stamp, made_from, [product])
    assert not is_current(stamp, digest("a", 2), [product])
    product.unlink()
    assert not is_current(stamp, made_from, [product])


def test_a_changed_added_or_renamed_source_changes_the_digest(tmp_path: Path) -> None:
    source = tmp_path / "core" / "src" / "main" / "A.java"
    source.parent.mkdir(parents=True)
    seen = set()
    for act in (
        lambda: source.write_text("class A {}"),
        lambda: source.write_text("class A { }"),
        lambda: (source.parent / "B.java").write_text(""),
        lambda: source.rename(source.with_name("C.java")),
    ):
        act()
        seen.add(tree_digest(tmp_path, ["*/src/main/**/*"]))
    assert len(seen) == 4


def test_the_fetched_versions_are_those_the_host_is_compiled_against() -> None:
    fetched = (ROOT / "pyruntime/ticklane_cli/_setup/libraries.pom.xml").read_text()
    compiled = (ROOT / "jvm-mod/pom.xml").read_text()
    versions = re.findall(r"<((?:minestom|slf4j|gson|hdrhistogram)\.version)>([^<]+)<", fetched)
    assert len(versions) == 4
    for name, version in versions:
        assert f"<{name}>{version}</{name}>" in compiled


def test_data_lies_in_the_checkout_unless_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TICKLANE_DATA_HOME", raising=False)
    assert checkout_of() == ROOT
    assert Places.find().data == ROOT / "build" / "ticklane"
    monkeypatch.setenv("TICKLANE_DATA_HOME", str(tmp_path))
    assert Places.find().data == tmp_path
    monkeypatch.setenv("TICKLANE_DATA_HOME", " ")
    assert Places.find().data == ROOT / "build" / "ticklane"


def test_an_installed_wheel_has_no_checkout(tmp_path: Path) -> None:
    assert checkout_of(tmp_path / "site-packages" / "ticklane_cli") is None


def test_this_python_can_be_embedded() -> None:
    assert python_build.embedding_problem() is None
    assert Path(str(python_build.shared_library())).exists()


def test_a_static_python_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    values = {"LDLIBRARY": "libpython3.12.a", "Py_ENABLE_SHARED": 0}
    monkeypatch.setattr("sysconfig.get_config_var", values.get)
    assert python_build.shared_library() is None
    assert "--enable-shared" in str(python_build.embedding_problem())


def test_a_missing_library_file_is_told_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    values = {"LDLIBRARY": "libpythonX.so", "Py_ENABLE_SHARED": 1, "LIBDIR": str(tmp_path)}
    monkeypatch.setattr("sysconfig.get_config_var", values.get)
    assert "libpython3-dev" in str(python_build.embedding_problem())


def test_class_version_is_read_from_the_jar(tmp_path: Path) -> None:
    jar = tmp_path / "jep.jar"
    assert class_version(jar) == 0
    with zipfile.ZipFile(jar, "w") as archive:
        archive.writestr("jep/Jep.class", b"\xca\xfe\xba\xbe\x00\x00\x00\x3d rest")
    assert class_version(jar) == 61


def test_only_failures_of_the_network_are_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _s: None)
    tally = tmp_path / "tally"
    script = f"echo x >> {tally}; echo Connection reset; test $(wc -l < {tally}) -ge 3"
    assert "Connection reset" in run_tool("fetch", ["sh", "-c", script])
    tally.unlink()
    with pytest.raises(ToolError, match=r"build ended with exit code 7: .*ERROR: no such symbol"):
        run_tool("build", ["sh", "-c", f"echo x >> {tally}; echo ERROR: no such symbol; exit 7"])
    assert tally.read_text().count("x") == 1


def test_there_is_advice_for_every_system() -> None:
    for advice in ADVICE.values():
        assert advice.debian
        assert advice.macos
        assert advice.other
        assert "\n" not in advice.here()

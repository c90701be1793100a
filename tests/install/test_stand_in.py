"""The whole way with the stand-in for the game: installed, started as a launcher would, a script run."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.realgame.stub import StubServer, find_java, jar, make_stubs
from ticklane_cli._install.installing import install
from ticklane_cli._install.uninstalling import uninstall
from ticklane_cli._setup.jdk import Java, find_javac
from ticklane_control.client import ControlClient
from ticklane_control.messages import encode_start
from ticklane_toolchain import prepare

from . import folders

pytestmark = pytest.mark.jvm

SCRIPT = """
import numpy as np


def run(host):
    began = host.tick()
    yield 3
    return [host.tick() - began, float(np.ones(3).sum()), len(host.entities()) > 0]
"""

MOD = """
import java.lang.reflect.Method;
import java.net.*;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

public class Modded {
  public static void main(String[] args) throws Exception {
    ticklane.loader.fabric.FabricEntry.init();
    if (args.length == 1) {
      ticklane.stub.StubLauncher.main(args);
      return;
    }
    // As the mixin has it: the calls stand at the ends of the game's own methods.
    URL[] jar = {Path.of(args[0]).toUri().toURL()};
    ClassLoader game = new URLClassLoader("game", jar, ClassLoader.getPlatformClassLoader());
    Thread.currentThread().setContextClassLoader(game);
    String name = "net.minecraft.server.dedicated.DedicatedServer";
    Object server = game.loadClass(name).getDeclaredConstructor().newInstance();
    Class<?> type = game.loadClass("net.minecraft.server.MinecraftServer");
    Method tick = type.getDeclaredMethod("tickServer", BooleanSupplier.class);
    tick.setAccessible(true);
    Method open = type.getDeclaredMethod("stubOpen");
    open.setAccessible(true);
    open.invoke(server);
    Thread end = new Thread(() -> {
      try {
        System.in.readAllBytes();
      } catch (java.io.IOException e) {
        // as good as its end
      }
      System.exit(0);
    });
    end.setDaemon(true);
    end.start();
    while (true) {
      tick.invoke(server, (BooleanSupplier) () -> true);
      ticklane.loader.Heart.children(server);
      ticklane.loader.Heart.tick(server);
      Thread.sleep(5);
    }
  }
}
"""


@pytest.fixture(scope="module")
def stubs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_stubs(tmp_path_factory.mktemp("stubs"), "1.18.2", "26.2")


@pytest.fixture(scope="module")
def modded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with a loader that knows our jar: a class that calls its entry, then starts the game."""
    folder = tmp_path_factory.mktemp("modded")
    (folder / "Modded.java").write_text(MOD)
    javac = find_javac(least=25).home / "bin" / "javac"
    path = f"{jar('stub-game')}:{jar('loader-all')}"
    command: list[str | Path] = [javac, "-nowarn", "--release", "17", "-cp", path, "-d", folder, folder / "Modded.java"]
    subprocess.run(command, check=True)
    return folder


@pytest.fixture
def servers() -> Iterator[list[StubServer]]:
    started: list[StubServer] = []
    yield started
    for server in started:
        server.close()


def java(major: int) -> Java:
    found = find_java(major)
    if found is None:
        pytest.skip(f"no Java {major} here")
    return found


def start(java: Java, game_dir: Path, arguments: list[str], *command: str | Path) -> StubServer:
    process = subprocess.Popen(
        [str(java.java), *arguments, "-Dstub.tick_ms=5", *map(str, command)],
        cwd=game_dir,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    return StubServer(game_dir, process)


def play(client: ControlClient) -> object:
    request = prepare(source=SCRIPT, id="first", budget_ms=40, hard_ms=5000, lanes=client.hello.lanes)
    client.request("start", body=encode_start(request), script=request.id)
    status = client.request("status", script=request.id, until="ended", wait_s=50, detail="full")
    assert status["reason"] == "finished", json.dumps(status)
    return status["result"]


def without_gateway(game_dir: Path) -> None:
    launch = game_dir / "mc-agent" / "home" / "launch.json"
    launch.write_text(json.dumps({**json.loads(launch.read_text()), "gateway": False}))


@pytest.mark.parametrize(("major", "stub"), [(17, "1.18.2-mojang"), (25, "26.2-mojang")])
def test_what_was_installed_runs_a_script(
    stubs: Path, tmp_path: Path, servers: list[StubServer], major: int, stub: str
) -> None:
    game = folders.neoforge_server(tmp_path / "a server", "-Xmx1G\n")
    before = folders.state(game)
    install(game, java=java(major).java)
    if major == 17:
        without_gateway(game)
    stub_jar = stubs / f"stub-{stub}.jar"
    launcher: list[str | Path] = ["-cp", str(jar("stub-game")), "ticklane.stub.StubLauncher", stub_jar]
    servers.append(start(java(major), game, ["@user_jvm_args.txt"], *launcher))
    with servers[0].client() as client:
        assert play(client) == [3, 3.0, True]
    if major == 25:
        endpoint = game / "mc-agent" / "endpoint.json"
        servers[0].await_that(lambda: json.loads(endpoint.read_text())["mcp_url"].startswith("http"), "MCP endpoint")
    servers[0].close()
    told = [line for line in servers[0].lines if "[ticklane]" in line]
    assert len(told) == 1 and told[0].endswith("everything works")
    uninstall(game)
    now = folders.state(game)
    assert {name: now[name] for name in before} == before
    assert not [name for name in now if name.endswith(".jar")]


def test_the_jar_alone_loads_the_agent_into_its_own_process(
    stubs: Path, tmp_path: Path, servers: list[StubServer], modded: Path
) -> None:
    game = folders.jar_server(tmp_path / "server", "fabric", None)
    install(game, java=java(25).java)
    without_gateway(game)
    path = f"{jar('stub-game')}:{game / 'mods' / jar('loader-all').name}:{modded}"
    arguments = ["-Xss8m", "--enable-native-access=ALL-UNNAMED", "-XX:+EnableDynamicAgentLoading"]
    servers.append(start(java(25), game, arguments, "-cp", path, "Modded", stubs / "stub-26.2-mojang.jar"))
    with servers[0].client() as client:
        assert play(client) == [3, 3.0, True]


def test_a_java_without_agents_runs_scripts_by_the_loaders_ticks(
    stubs: Path, tmp_path: Path, servers: list[StubServer], modded: Path
) -> None:
    game = folders.jar_server(tmp_path / "server", "fabric", None)
    install(game, java=java(17).java)
    without_gateway(game)
    path = f"{jar('stub-game')}:{game / 'mods' / jar('loader-all').name}:{modded}"
    few = "--limit-modules=java.base,java.logging,java.management,jdk.management,jdk.unsupported"
    arguments = ["-Xss8m", "--enable-native-access=ALL-UNNAMED", few]
    stub = stubs / "stub-1.18.2-mojang.jar"
    servers.append(start(java(17), game, arguments, "-cp", path, "Modded", stub, "by ticks"))
    with servers[0].client() as client:
        assert play(client) == [3, 3.0, True]
    told = [line for line in servers[0].lines if "[ticklane]" in line]
    alone = "[ticklane] runs by the server ticks of fabric alone, as no agent loads: "
    assert told[0] == f"{alone}this Java has no module java.instrument"
    assert "by the fabric loader" in servers[0].selfcheck()

"""Subscriptions in both eras: told of what changes, at most once a second, and nobody is watched for nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import mcp_types
import pytest
from fastmcp import Client
from fastmcp.client.transports import StreamableHttpTransport
from mcp.client.subscriptions import listen
from mcp.shared.exceptions import MCPDeprecationWarning

from ticklane_control.aio import GameLink
from ticklane_gateway.game import Game
from ticklane_gateway.game_changes import Changes
from ticklane_gateway.subscriptions import Subscriptions

from .conftest import ServedGame
from .fake_game import FakeGame
from .running_gateway import ERAS, RunningGateway

eras = pytest.mark.parametrize("era", ERAS)

HANG_S = 30.0

STEADY = """def run(host):
    for n in range(100_000):
        if n % 4 == 0:
            host.log("step", n)
        host.record("n", n)
        yield
"""


class Heard:
    """What a client was told, each as its URI or "list", and when."""

    def __init__(self) -> None:
        self.all: list[tuple[str, float]] = []
        self._came = asyncio.Condition()

    async def note(self, what: str) -> None:
        async with self._came:
            self.all.append((what, asyncio.get_running_loop().time()))
            self._came.notify_all()

    async def until(self, *wanted: str, after: int = 0) -> None:
        """Wait until each of the wanted has come, counting from the `after`-th notification."""
        async with asyncio.timeout(HANG_S), self._came:
            await self._came.wait_for(lambda: set(wanted) <= {what for what, _ in self.all[after:]})

    def times(self, what: str) -> list[float]:
        return [when for told, when in self.all if told == what]


@asynccontextmanager
async def subscribed(url: str, token: str, era: Any, uris: list[str]) -> AsyncIterator[tuple[Any, Heard]]:
    """A client that hears of `uris` and of the list of resources, in the way of its era."""
    heard = Heard()

    async def handler(message: Any) -> None:
        if isinstance(message, mcp_types.ResourceUpdatedNotification):
            await heard.note(str(message.params.uri))
        elif isinstance(message, mcp_types.ResourceListChangedNotification):
            await heard.note("list")

    transport = StreamableHttpTransport(url, headers={"Authorization": f"Bearer {token}"})
    async with Client(transport, mode=era, message_handler=handler) as client:
        if era == "auto":
            async with listen(client.session, resource_subscriptions=uris, resources_list_changed=True):
                yield client, heard
            return
        await client.list_resources()
        for uri in uris:
            with pytest.warns(MCPDeprecationWarning, match="2026"):
                await client.session.subscribe_resource(uri)
        yield client, heard
        with pytest.warns(MCPDeprecationWarning, match="2026"):
            await client.session.unsubscribe_resource(uris[0])


@pytest.mark.jvm
@eras
def test_changes_of_a_script_are_told_at_most_once_a_second(served_game: ServedGame, era: Any) -> None:
    id = f"told-{era}"
    status, output = f"ticklane://scripts/{id}/status", f"ticklane://scripts/{id}/output?limit=5"
    uris = [status, output, "ticklane://status", "ticklane://scripts/another/status"]

    async def run() -> Heard:
        async with subscribed(served_game.mcp_url, served_game.token, era, uris) as (client, heard):
            await client.call_tool("script_start", {"source": STEADY, "id": id, "budget_ms": 10})
            await heard.until(status, output, "ticklane://status", "list")
            lines = len(heard.all)
            await heard.until(status, output, after=lines)  # lines and records go on
            await client.call_tool("script_pause", {"id": id})
            paused = len(heard.all)
            await heard.until(status, after=paused)
            stopped = len(heard.all)
            await client.call_tool("script_stop", {"id": id})
            await heard.until(status, "ticklane://status", after=stopped)
            return heard

    heard = asyncio.run(run())
    assert "ticklane://scripts/another/status" not in [what for what, _ in heard.all]
    for what in (status, output):
        times = heard.times(what)
        # Sent a second apart; how long each is on its way is the machine's matter.
        assert times[-1] - times[0] >= 0.9 * (len(times) - 2)
    assert len(heard.times("list")) == 1  # a new script is one, its end is none


@eras
def test_a_game_that_comes_again_is_followed(game: FakeGame, gateway: RunningGateway, era: Any) -> None:
    from .running_gateway import TOKEN

    async def run() -> None:
        async with subscribed(gateway.url, TOKEN, era, ["ticklane://status"]) as (_, heard):
            await asyncio.to_thread(game.wait_for, lambda: game.verbs().count("events") >= 2)
            port = game.port
            game.stop()
            again = FakeGame(game.game_dir)
            assert again.port != port
            try:
                await heard.until("ticklane://status", "list")
            finally:
                again.stop()

    asyncio.run(run())


def in_a_loop(game: FakeGame, use: Callable[[Subscriptions], Awaitable[None]]) -> None:
    async def run() -> None:
        link = GameLink(game.game_dir, client="test")
        subscriptions = Subscriptions(Game(link))
        try:
            await use(subscriptions)
        finally:
            await subscriptions.close()
            await link.close()

    asyncio.run(run())


def test_the_game_is_watched_only_while_somebody_has_subscribed(game: FakeGame) -> None:
    async def use(subscriptions: Subscriptions) -> None:
        await asyncio.wait_for(subscriptions.unwatched(), HANG_S)
        wanted = mcp_types.SubscriptionFilter(resource_subscriptions=["ticklane://events"])
        with subscriptions.listening(wanted), subscriptions.listening(wanted):
            await asyncio.to_thread(game.wait_for, lambda: game.verbs().count("events") >= 2)
        with game.changed:  # the wait under way ends
            game.events.append({"seq": 1, "script": "x", "kind": "line"})
            game.changed.notify_all()
        await asyncio.wait_for(subscriptions.unwatched(), HANG_S)
        assert subscriptions.uris() == set()

    in_a_loop(game, use)


def test_nothing_is_asked_of_the_game_for_clients_that_only_call_tools(game: FakeGame, gateway: RunningGateway) -> None:
    for era in ERAS:
        gateway.using(era, lambda client: client.call_tool("script_list", {}))
    assert "events" not in game.verbs()


def test_streams_end_in_order_when_the_gateway_stops(game: FakeGame, gateway: RunningGateway) -> None:
    from .running_gateway import TOKEN

    async def run() -> None:
        transport = StreamableHttpTransport(gateway.url, headers={"Authorization": f"Bearer {TOKEN}"})
        async with (
            Client(transport, mode="auto") as client,
            listen(client.session, resource_subscriptions=["ticklane://status"]) as stream,
        ):
            gateway.begin_stop()
            async with asyncio.timeout(HANG_S):
                async for _ in stream:
                    pass  # ended with the protocol's last frame: an abrupt end would raise here

    asyncio.run(run())
    gateway.stop()


@pytest.mark.parametrize(
    ("uri", "told"),
    [
        ("ticklane://events", True),
        ("ticklane://events?since=4", True),
        ("ticklane://status", False),
        ("ticklane://eventsx", False),
    ],
)
def test_a_uri_is_told_whatever_its_query(uri: str, told: bool) -> None:
    changes = Changes(uris={"ticklane://events"})
    assert list(changes.of([uri])) == ([uri] if told else [])
    assert list(Changes(everything=True).of([uri])) == [uri]

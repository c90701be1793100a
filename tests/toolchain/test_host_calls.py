"""Calls of the host against the contract, before a tick is spent."""

from __future__ import annotations

import pytest

from .scripts import accepted, header, line_texts

WRONG = {
    # places
    'host.set_block(2, 64, 0, "tnt")': 'a place is one argument: host.set_block((2, 64, 0), "tnt")',
    "host.block(x, y - 1, z)": "a place is one argument: host.block((x, y - 1, z))",
    'host.fill(-8, 63, -2, 8, y, 2, "stone")': 'one argument: host.fill((-8, 63, -2), (8, y, 2), "stone")',
    "host.blocks(0, 0, 0, 1, 1, 1)": "one argument: host.blocks((0, 0, 0), (1, 1, 1))",
    'host.spawn("tnt", 0, 64, 0, fuse=3)': 'one argument: host.spawn("tnt", (0, 64, 0), fuse=3)',
    'host.spawn("tnt", x=0, y=64, z=0, fuse=3)': 'one argument: host.spawn("tnt", (0, 64, 0), fuse=3)',
    "host.ignite(0, 64, 0, 10)": "one argument: host.ignite((0, 64, 0), 10)",
    "host.modify(x, 1, 2, 3)": "one argument: host.modify(x, pos=(1, 2, 3))",
    "host.ignite(0, 64)": "pos is three numbers (x, y, z)",
    "host.block((1, 2))": "pos is three numbers (x, y, z), not 2",
    'host.spawn("tnt", (0, 1, 2), vel=3)': "vel is three numbers (x, y, z)",
    'host.set_block("tnt", (1, 2, 3))': 'in each other\'s place: host.set_block((1, 2, 3), "tnt")',
    # names and numbers of arguments
    'host.spawn("tnt", (0, 1, 2), velocity=x)': "host.spawn(velocity=…): no such argument, did you mean vel?",
    "host.entities(tpye='tnt')": "host.entities(tpye=…): no such argument, did you mean type?",
    'host.spawn("tnt", (0, 1, 2), (0, 1, 0))': 'vel has to be named: host.spawn("tnt", (0, 1, 2), vel=(0, 1, 0))',
    "host.entities(1, None, 'tnt', 'tag', 5)": "takes 2 positional arguments, not 5: host.entities(radius=None",
    "host.tick(1)": "takes no positional arguments, not 1: host.tick()",
    "host.set_block((1, 2, 3))": "block missing: host.set_block(pos, block, *, update=True)",
    "host.spawn()": "type and pos missing: host.spawn(type, pos, *",
    "host.block((1, 2, 3), pos=x)": "pos is given twice",
    # values
    "host.record(5, x)": "key is text",
    "host.command(['say'])": "text is text",
    "host.after(0, x)": "n is 1 tick or more",
    "host.every(1.5, x)": "n is a whole number",
    "host.after('5', x)": "n is a number",
    "host.after(lambda: 1, 20)": "in each other's place: host.after(20, lambda: 1)",
    "host.after(5, None)": "None is no function",
    "host.after(5, lambda h: 1)": "the lambda is called with no argument, it takes 1",
    "host.every(5, takes_one)": "takes_one is called with no argument, it takes 1",
    "host.every(5, yielding)": "yielding yields: what is called later returns",
    'host.on("impulse", lambda: 1)': "the lambda is called with one argument, it takes 0",
    'host.on("explosions", takes_one)': "no such event: 'explosions', did you mean explosion?",
    'host.on_lane("sever", x)': "lane is one of server client render parallel, did you mean server?",
    'host.capture("impulse", overlap="mrge")': "overlap is one of merge separate skip, did you mean merge?",
    'host.capture("impulse", before=1.5)': "before is a whole number",
    'host.capture("impulse", entities="tnt")': "entities is a table or a filter: host.entities(type=…)",
    'host.capture("impulse", entities=lambda: 1)': "the lambda is called with one argument, it takes 0",
    'host.capture("block_change")': "block_change names no entity; say whose rows: entities=host.entities(type=…)",
    "host.capture(lambda: x > 1)": "a function names no entity; say whose rows",
    "host.track('tnt', 20)": "who is a table or a filter: host.entities(type=…)",
    "host.track(host.entities())": "ticks missing: host.track(who, ticks)",
    # attributes and methods
    "host.seed()": "seed is fixed for the run, no call: host.seed",
    "host.random()": "host.random is a numpy Generator: host.random.random()",
    'host.params("n")': 'params is a mapping: host.params["n"]',
    "host.params.n": 'params is a mapping: host.params["n"]',
    "x = host.tick + 1": "host.tick is a call: host.tick()",
    "x = f'{host.tick}'": "host.tick is a call: host.tick()",
    "while host.elapsed < 5: pass": "host.elapsed is a call: host.elapsed()",
    "for p in host.players: pass": "host.players is a call: host.players()",
    "x = host.entities.pos": "host.entities is a call: host.entities()",
    "host.record('t', host.tick)": "host.tick is a call: host.tick()",
    "host.stop": "host.stop is a call: host.stop()",
    "x = {'t': host.tick}": "host.tick is a call: host.tick()",
    "host.seed = 3": "host.seed = …: host is read only",
    "host.mine = 3": "host.mine = …: host is read only",
    "host()": "host is no function",
    # what the host does not have
    "host.entitys()": "the host has no entitys, did you mean entities?",
    "host.say('x')": 'host.say(…): no such call here: host.command("say …") or host.log(…)',
    "host.get_block((1, 2, 3))": "no such call here: host.block(pos)",
    "host.sleep(20)": "no such call here: yield n, in run(host)",
    "host.quux": "the host has no quux; known: tick elapsed",
    # what the host gave
    "x = host.entities().possition": "a table of entities has no possition, did you mean position?",
    "x = host.entities(type='tnt').pos()": "pos is no call: host.entities(type='tnt').pos",
    "x = host.entities().type.count()": "a Names has no count, did you mean counts?",
    "for e in host.entities(): e.velo": "an entity has no velo, did you mean vel?",
    "x = [e.velo for e in host.entities()]": "an entity has no velo, did you mean vel?",
    "x = host.entities()[0].velo": "an entity has no velo, did you mean vel?",
    "x = host.spawn('tnt', (1, 2, 3)).velo": "an entity has no velo, did you mean vel?",
    "x = host.players()[0].nmae": "a Player has no nmae, did you mean name?",
    "x = host.command('list').okay": "a CommandReply has no okay, did you mean ok?",
    "x = host.blocks(x, y).pallete": "a copy of blocks has no pallete, did you mean palette?",
    "table = host.entities(); x = table.ages": "a table of entities has no ages, did you mean age?",
    "first, second = host.entities(), 3; x = first.ages": "a table of entities has no ages, did you mean age?",
    "x = (table := host.entities()).ages": "a table of entities has no ages, did you mean age?",
}

HELPERS = "def takes_one(e): return e\ndef yielding():\n    yield\nx = y = z = 1\n"


@pytest.mark.parametrize("line", WRONG)
def test_wrong_call_is_refused_with_the_call_that_works(line: str) -> None:
    (text,) = line_texts(f"{HELPERS}\n{line}\n", unavailable={})
    assert text.startswith("line 6: ")
    assert WRONG[line] in text


RIGHT = [
    "host.set_block(np.array([1, 2, 3]), 'tnt')",
    "host.set_block(x, 'tnt', update=False)",
    "host.fill(x, y, 'stone')",
    "host.spawn('tnt', (x, 64.5, -z), vel=[0, 1, 0], tag='t')",
    "host.spawn(*args, **more)",
    "host.block([*x, 3])",
    "host.modify(host.entities(), pos=host.entities().pos + 1, vel=np.zeros((5, 3)))",
    "host.entities(5, lambda es: es.x > 0, type=['tnt', 'item'], center=(0, 0, 0))",
    "host.entities(radius=None, filter=None)",
    "host.every(20, host.stop)",
    "host.after(x, gone.append) if x else host.after(int(2.5), lambda *a: 1)",
    "host.after(2, lambda n=5: n)",
    "host.on('entity_remove', gone.append, quiet=3)",
    "host.on(lambda: x > 3, takes_one)",
    "host.track(lambda es: es.y > 3, 20)",
    "host.track(host.entities(type='tnt'), ticks=x)",
    "host.capture('block_change', entities=lambda es: es.y > 3)",
    "host.capture(lambda: x > 1, entities=host.entities(), before=0, overlap='skip')",
    "stop = host.stop; stop()",
    "x = host.tick() + host.elapsed() + len(host.players())",
    "x = host.random.normal(size=3); x = host.game.has; x = host.vantage.authoritative",
    "log = host.log; log(1, 2, 3); host.log()",
    "assert callable(host.tick) and host.tick is not None",
    "x = list(map(host.block, [(1, 2, 3)]))",
    "es = host.entities()\nes = 3\nes.whatever",
    "es = host.entities() if x else None\nes.whatever",
    "e = host.entities()[0]; e.name; e.game_mode; e.pos; hash(e)",
    "es = host.entities(); es[es.x > 3].pos.mean(axis=0).round(); es.type.counts(); es[-1].alive",
    "b = host.block((1, 2, 3)); b.upper(); b.id; b.props; b.split(':')",
    "c = host.command('list'); x = c.ok and c.text.upper()",
    "host.__class__",
    "x = host.reason() == 'stopped'",
    "host.record('k', lambda: 1)",
    "host.expect('n', x, True); host.expect('n', x, 1.0, tol=0.1)",
]


@pytest.mark.parametrize("line", RIGHT)
def test_right_call_is_taken(line: str) -> None:
    source = f"import numpy as np\n{HELPERS}\ngone = []\nargs = more = ()\n{line}\n"
    assert accepted(source, unavailable={})


def test_all_findings_come_at_once_in_line_order() -> None:
    source = "def run(h):\n    h.tik()\n    h.block(1, 2, 3)\n    yield 0.5\n    h.seed()\nimport asyncio\n"
    assert [text.partition(":")[0] for text in line_texts(source)] == [f"line {n}" for n in (2, 3, 4, 5, 6)]


@pytest.mark.parametrize(
    "source",
    [
        "def run(world):\n    world.tik()",
        "def on_tick(h):\n    h.tik()",
        "def helper(host):\n    host.tik()",
        "def helper(h: ScriptHost):\n    h.tik()",
        "import ticklane\ndef helper(a, h: ticklane.ScriptHost):\n    h.tik()",
        "def helper(h: 'ScriptHost'):\n    h.tik()",
        "h = host\nh.tik()",
        "def run(h):\n    g = h\n    def inner():\n        return g.tik()",
        "def run(h):\n    return [h.tik() for _ in range(3)]",
        "def run(h):\n    f = lambda: h.tik()",
        "class A:\n    def go(self, host):\n        host.tik()",
        "from ticklane import host\nhost.tik()",
    ],
)
def test_host_is_known_under_any_name(source: str) -> None:
    (text,) = line_texts(source)
    assert "the host has no tik, did you mean tick?" in text


@pytest.mark.parametrize(
    "source",
    [
        'host = "localhost"\nhost.upper()',
        "def connect(host):\n    return host.split(':')",
        "def connect(host: str):\n    return host.upper()",
        "def f():\n    for host in ['a']:\n        host.upper()",
        "def f():\n    with open_it() as host:\n        host.whatever()\ndef open_it(): ...",
        "class A:\n    host = 'x'\n    name = host.upper()",
        "host = object()\nhost.anything",
        "def f():\n    global host\n    host = 'a'\ndef g():\n    host.upper()",
    ],
)
def test_host_that_is_something_else_is_left_alone(source: str) -> None:
    assert accepted(source)


def test_fields_of_an_event_are_those_of_the_kinds_asked_for() -> None:
    body = "def on_event(host, event):\n    host.log(event.kind, event.power, event.amount, event.tick)\n"
    keys = 'events = ["explosion", "chat"]'
    (text,) = line_texts(header(keys, body))
    assert "event.amount: no such field of explosion chat events" in text
    assert accepted(header('events = ["explosion", "damage"]', body))


def test_module_beside_the_script_is_checked_too() -> None:
    files = {"helper.py": "def go(host):\n    host.block(1, 2, 3)\n"}
    assert line_texts("import helper\n", files=files) == [
        "helper.py line 2: host.block(1, 2, 3): a place is one argument: host.block((1, 2, 3))"
    ]


@pytest.mark.parametrize(
    "source",
    [
        "host.self().jump()",
        "me = host.players()[0]\nme.look(0, 0)",
    ],
)
def test_what_the_server_lane_lacks_is_refused_there_only(source: str) -> None:
    assert len(line_texts(source)) == 1
    assert accepted(source, vantage="client")
    assert accepted(source, unavailable={})


@pytest.mark.parametrize(
    "source", ["host.spawn('tnt', (0, 64, 0))", "fill = host.fill", "host.snapshot((0, 0, 0), (1, 1, 1))"]
)
def test_what_the_client_lane_lacks_is_refused_there_only(source: str) -> None:
    assert len(line_texts(source, vantage="client")) == 1
    assert accepted(source)
    assert accepted(source, vantage="client", unavailable={})


def test_frames_need_eyes_and_pictures_are_taken_anywhere() -> None:
    (text,) = line_texts("shoot = host.frame", vantage="server")
    assert 'vantage = "render"' in text
    for lane in ("client", "render"):
        assert accepted("shoot = host.frame", vantage=lane, lanes=["server", lane])
    for lane in ("server", "client", "render"):
        source = "host.draw.point((0, 64, 0), 'red')\nhost.screenshot('here', camera='top')"
        assert accepted(source, vantage=lane, lanes=["server", lane])


def test_what_is_drawn_is_checked_by_name() -> None:
    (text,) = line_texts("host.draw.lien((0, 0, 0), (1, 1, 1))")
    assert "did you mean line" in text


@pytest.mark.parametrize(
    "source",
    [
        "import ticklane as tl\ntl.Impulse(min_dv=1)",
        "from ticklane import Impulse as I\nI(min_dv=1)",
        "from ticklane import Landed\nhost.on(Landed(), print)",
        "host.capture('impulse')",
    ],
)
def test_names_of_the_contract_that_a_lane_lacks_are_refused_under_any_name(source: str) -> None:
    lacks = dict.fromkeys(("Impulse", "Landed", "capture"), "not offered here")
    (text,) = line_texts(source, unavailable=lacks)
    assert text.endswith("not offered here")
    assert accepted(source)


def test_own_names_like_those_the_lane_lacks_are_taken() -> None:
    source = "class Impulse:\n    jump = 1\nImpulse.jump\ndef capture(): ...\ncapture()"
    assert accepted(source, unavailable=dict.fromkeys(("Impulse", "Player.jump", "capture"), "not offered here"))


def test_a_function_that_another_lane_calls_is_checked_for_that_lane() -> None:
    body = """
def there(server):
    return server.spawn("tnt", (0, 80, 0)).uuid
def run(host):
    host.self().jump()
    return (yield host.on_lane({lane}, there))
"""
    assert accepted(
        body.format(lane='"server"').replace("def there(server)", "def there(server: ScriptHost)"), vantage="client"
    )
    wrong = "from ticklane import ScriptHost\n" + body.replace("def there(server)", "def there(server: ScriptHost)")
    (text,) = line_texts(wrong.format(lane='"client"'), vantage="client")
    assert "server.spawn: a client changes nothing by itself" in text
    assert accepted(wrong.format(lane='"server"'), vantage="client")

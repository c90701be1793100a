"""The render lane: frames of the embedded game's client, drawing into them, and what can be measured in them."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from ticklane_control.pictures import Picture, decode_picture
from ticklane_toolchain.refusal import Refusal

from .conftest import Played

pytestmark = pytest.mark.jvm

RENDER = '# /// script\n# [tool.ticklane]\n# vantage = "render"\n# ///\nimport numpy as np\n'
CLIENT = RENDER.replace("render", "client")
EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "blast_pictures.py"
GENEROUS = {"budget_ms": 20, "hard_ms": 5000}

SCENE = """
def run(host):
    host.command("kill @e[type=!player]")
    host.fill((-8, 64, 20), (8, 72, 20), "white_wool")
    host.spawn("armor_stand", (0.5, 64, 15.5), tag="seen")
    host.spawn("armor_stand", (-30.5, 64, -40.5), tag="seen")
    yield 5
"""


@pytest.fixture(scope="module")
def scene(played: Played) -> Played:
    played.run(SCENE, "scene")
    played.run(RENDER + "def run(host):\n    yield 5\n    yield host.frame(width=16, height=16)\n", "settled")
    return played


def rendered(scene: Played, body: str, id: str = "one", lane: str = RENDER, **settings: Any) -> Any:
    source = {} if "path" in settings else {"source": lane + body}
    return scene.run(id=id, **source, **GENEROUS | settings)


def test_it_is_there_when_a_script_asks_for_it_and_steps_once_a_frame(scene: Played) -> None:
    told = rendered(
        scene,
        """
def run(host):
    last, seen = host.tick(), []
    yield 1
    while len(seen) < 40:
        seen.append(host.tick())
        yield
    fired = []
    host.after(2, lambda: fired.append(host.tick()))
    each = host.every(1, lambda: fired.append(0))
    began = host.tick()
    while host.tick() < began + 4:
        yield
    each.cancel()
    passed = host.tick() - began
    return [str(host.vantage), host.vantage.authoritative, host.self().name, seen, fired, began, passed,
            len(host.entities()) == len(np.unique(host.entities().id))]
""",
    )
    vantage, authoritative, name, seen, fired, began, passed, once = told
    assert (vantage, authoritative, name) == ("render", False, "Ticklane")
    # Frames of one tick have its number, whatever lane counts it; several frames come to a tick.
    assert seen == sorted(seen)
    assert len(set(seen)) < len(seen)
    # What counts ticks acts once a tick however many frames it has.
    (at,) = [tick for tick in fired if tick]
    assert at >= began + 2
    assert 1 <= fired.count(0) <= passed
    assert once
    lane = scene.lanes()["render"]
    assert lane["thread"] == "Render thread"
    assert lane["tick"] > 0
    assert {"server", "client", "render"} <= set(scene.client.hello.lanes)


def test_no_frame_is_made_while_nobody_looks(scene: Played) -> None:
    scene.run("def run(host):\n    yield 2\n", "before")
    first = scene.lanes()["render"]["tick"]
    scene.run("def run(host):\n    yield 20\n", "meanwhile")
    assert scene.lanes()["render"]["tick"] == first
    rendered(scene, "def run(host):\n    yield 2\n", "again")
    assert scene.lanes()["render"]["tick"] > first


def test_another_lanes_call_wakes_it(scene: Played) -> None:
    first = scene.lanes()["render"]["tick"]
    vantage, seen = scene.run(
        """
def there(host):
    return [str(host.vantage), len(host.entities(type="armor_stand"))]

def run(host):
    return (yield host.on_lane("render", there))
""",
        "asks",
    )
    assert vantage == "render"
    assert seen >= 1
    assert scene.lanes()["render"]["tick"] > first


def test_between_two_ticks_what_moves_is_on_its_way(scene: Played) -> None:
    scene.start(
        "def run(host):\n    host.spawn('tnt', (40.5, 90, 40.5), fuse=200, tag='falls')\n    yield 60\n", "falls"
    )
    seen = rendered(
        scene,
        """
def run(host):
    seen = []
    while len(seen) < 1000 and (len(seen) < 60 or seen[0][1] - seen[-1][1] < 3):
        tnt = host.entities(type="tnt")
        if len(tnt):
            seen.append([host.tick(), float(tnt.y[0])])
        yield
    return seen
""",
        "watches",
    )
    heights = [y for _, y in seen]
    assert heights[-1] < heights[0]
    by_tick: dict[int, set[float]] = {}
    for tick, y in seen:
        by_tick.setdefault(tick, set()).add(y)
    assert any(len(different) > 1 for different in by_tick.values())


def test_the_depth_of_a_wall_is_its_distance(scene: Played) -> None:
    near, far, sky = rendered(
        scene,
        """
def run(host):
    frame = yield host.frame("eye", at=(3.5, 68, 8.25), yaw=0, pitch=0, width=64, height=48)
    assert frame.depth.dtype == np.float32 and frame.ids.dtype == np.int32 and frame.rgb.dtype == np.uint8
    assert frame.depth.shape == frame.ids.shape == (48, 64) and frame.rgb.shape == (48, 64, 3)
    assert not frame.depth.flags.writeable and not frame.rgb.flags.writeable and not frame.ids.flags.writeable
    places = frame.places()
    wall = np.abs(places[..., 1] - 68) < 2
    assert np.abs(places[wall & (frame.ids == 0) & (np.abs(places[..., 0]) < 7), 2] - 20).max() < 1e-3
    top = yield host.frame("top", at=(0, 64, 20.5), span=8, width=64, height=64)
    up = yield host.frame("eye", at=(0, 90, 0), pitch=-80, width=16, height=16)
    return [float(frame.depth[24, 32]), float(top.depth[32, 32]), bool(np.isinf(up.depth).all())]
""",
    )
    assert near == pytest.approx(20 - 8.25, abs=1e-3)
    assert far == pytest.approx(64 + 200 - 73, abs=1e-3)
    assert sky is True


@pytest.mark.parametrize("lane", ["render", "client"])
def test_an_entity_covers_the_pixels_its_box_projects_to(scene: Played, lane: str) -> None:
    covered, projected, others, depth = rendered(
        scene,
        """
def run(host):
    yield 2
    stand = host.entities(type="armor_stand", center=(0.5, 64, 15.5), radius=3)[0]
    box = np.array([[x, y, z] for x in (stand.aabb_min[0], stand.aabb_max[0])
                    for y in (stand.aabb_min[1], stand.aabb_max[1])
                    for z in (stand.aabb_min[2], stand.aabb_max[2])])
    frame = yield host.frame("eye", at=(2.5, 66, 10.5), yaw=22, pitch=12, width=640, height=480)
    rows, columns = np.nonzero(frame.pixels_of(stand.id))
    at = frame.project(box)
    others = set(np.unique(frame.ids).tolist()) - {0, stand.id}
    return [[columns.min(), columns.max() + 1, rows.min(), rows.max() + 1],
            [at[:, 0].min(), at[:, 0].max(), at[:, 1].min(), at[:, 1].max()], list(others),
            [float(frame.depth[frame.pixels_of(stand.id)].min()), at[:, 2].min(), at[:, 2].max()]]
""",
        lane=RENDER if lane == "render" else CLIENT,
    )
    # The nose, a box of 0.16 before its face, may stand out a little at one side.
    assert covered == pytest.approx(projected, abs=6)
    assert covered[2:] == pytest.approx(projected[2:], abs=1)
    assert others == []
    assert depth[1] - 0.25 < depth[0] < depth[2]


def pixel(picture: Picture, x: int, y: int) -> tuple[int, int, int]:
    at = 3 * (y * picture.width + x)
    r, g, b = picture.rgb[at : at + 3]
    return r, g, b


WANTED: dict[str, Any] = {
    "camera": "eye",
    "x": 0,
    "y": 68,
    "z": 10,
    "yaw": 0,
    "pitch": 0,
    "width": 201,
    "height": 201,
    "plain": True,
}


def taken(scene: Played) -> Picture:
    return decode_picture(scene.client.request_bytes("picture", timeout_s=60, **WANTED))


def test_what_a_script_draws_is_in_every_picture_until_it_ends(scene: Played) -> None:
    before = taken(scene)
    draws = """
def run(host):
    host.draw.line((-5, 68, 19.9), (5, 68, 19.9), "#ff0000", width=3)
    host.draw.point((0, 70, 25), "#00ff00", width=9)
    host.draw.point((0, 66, 25), "#0000ff", width=9, on_top=True)
    gone = host.draw.point([(2, 70, 15), (2, 66, 15)], "#ff00ff", width=9)
    assert gone.active
    gone.cancel()
    assert not gone.active
    yield 2000
"""
    scene.start(RENDER + draws, "draws", **GENEROUS)
    picture = taken(scene)
    assert pixel(before, 100, 100) != (255, 0, 0)
    assert pixel(picture, 100, 100) == pixel(picture, 90, 100) == (255, 0, 0)
    middle = 100.5
    scale = middle / 0.7002075  # half the height, by tan 35°
    behind = (100, int(middle - 2 * scale / 15))
    on_top = (100, int(middle + 2 * scale / 15))
    assert pixel(picture, *behind) == pixel(before, *behind)  # the wall is before it
    assert pixel(picture, *on_top) == (0, 0, 255)
    assert (255, 0, 255) not in {pixel(picture, x, y) for x in range(0, 201, 4) for y in range(0, 201, 4)}
    scene.client.request("stop", script="draws", wait_s=10)
    assert taken(scene).rgb == before.rgb


def test_a_drawing_for_some_ticks_goes_by_itself_and_clear_takes_all(scene: Played) -> None:
    counts = rendered(
        scene,
        """
def run(host):
    view = dict(at=(0, 68, 10), yaw=0, pitch=0, width=200, height=200)
    def red(frame):
        return int((frame.rgb == (255, 0, 0)).all(axis=-1).sum())
    short = host.draw.box((-1, 67, 19), (1, 69, 19.5), "#ff0000", ticks=3)
    first = red((yield host.frame(**view)))
    yield 4
    counts = [first > 20, red((yield host.frame(**view))), short.active]
    host.draw.text((0, 68, 15), "words", "#ff0000")
    counts.append(red((yield host.frame(**view))) > 10)
    host.draw.clear()
    return [*counts, red((yield host.frame(**view)))]
""",
    )
    assert counts == [True, 0, False, True, 0]


@pytest.mark.parametrize("lane", ["server", "client", "render"])
def test_a_screenshot_is_a_file_of_the_scripts_folder(scene: Played, lane: str) -> None:
    path, at_once, second = scene.run(
        f'# /// script\n# [tool.ticklane]\n# vantage = "{lane}"\n# ///\n'
        """
def run(host):
    host.draw.box((-2, 66, 19), (2, 70, 19.5), "red", width=3)
    first = host.screenshot("the wall", camera="eye", at=(0, 68, 10), yaw=0, pitch=0, width=160, height=90)
    at_once = str(first)
    path = yield first
    second = yield host.screenshot(camera="top", width=80, height=60)
    host.record("picture", path)
    return [path, at_once, second]
""",
        f"shoots-{lane}",
        **GENEROUS,
    )
    assert path == at_once
    assert Path(path).name == "the wall.png"
    assert Path(path).parent == Path(second).parent
    assert Path(second).name == "picture-0002.png"
    with Image.open(path) as image:
        assert (image.format, image.size, image.mode) == ("PNG", (160, 90), "RGB")
        flat = image.tobytes()
    assert b"\xff\x30\x30" in {flat[i : i + 3] for i in range(0, len(flat), 3)}
    with Image.open(second) as image:
        assert image.size == (80, 60)


def test_names_stand_over_entities_unless_not_wanted(scene: Played) -> None:
    plain = taken(scene)
    named = decode_picture(scene.client.request_bytes("picture", timeout_s=60, **{**WANTED, "plain": False}))
    assert plain.rgb != named.rgb
    assert [label["text"] for label in named.facts["labels"]] == ["armor_stand"]
    assert Image.open(io.BytesIO(_png(named))).size == (201, 201)


def _png(picture: Picture) -> bytes:
    from ticklane_gateway.picture_files import encode_picture

    return encode_picture(picture)


BAD = [
    ('host.frame("eye", yaw=float("nan"))', "ValueError", "not finite"),
    ('host.frame("eye", at=(0, float("inf"), 0))', "ValueError", "not finite"),
    ('host.frame("fish")', "ValueError", "orbit eye top iso"),
    ("host.frame(width=100_000)", "LimitError", "16 to 1,920"),
    ("host.frame(height=0)", "LimitError", "16 to 1,080"),
    ('host.frame("orbit", distance=0)', "ValueError", "0.1 to 500"),
    ('host.frame("top", span=0)', "ValueError", "0.5 to 1000"),
    ("host.frame(pitch=91)", "ValueError", "-90 to 90"),
    ("host.frame(fov=180)", "ValueError", "5 to 150"),
    ("host.frame(at=(1e9, 0, 0))", "ValueError", "outside the world"),
    ('host.screenshot("../out")', "ValueError", "no folder"),
    ('host.screenshot("a/b")', "ValueError", "no folder"),
    ("host.draw.line((0, 0, 0), (0, float('nan'), 0))", "ValueError", "not finite"),
    ("host.draw.box((0, 0, 0), (1e9, 0, 0))", "ValueError", "outside the world"),
    ("host.draw.point(np.zeros((3, 2)))", "ValueError", "(n, 3)"),
    ("host.draw.line(np.zeros((3, 3)), np.zeros((2, 3)))", "ValueError", "as many, or one for all"),
    ("host.draw.point(np.zeros((20_001, 3)))", "LimitError", "at most 20,000"),
    ('host.draw.point((0, 0, 0), "redd")', "ValueError", "did you mean red"),
    ("host.draw.point((0, 0, 0), width=1000)", "ValueError", "1 to 64"),
    ("host.draw.point((0, 0, 0), ticks=0)", "ValueError", "1 to"),
    ('host.draw.text((0, 0, 0), "x" * 101)', "LimitError", "at most 100"),
]


def test_what_can_not_be_drawn_is_an_error_that_says_so_and_leaves_nothing(scene: Played) -> None:
    before = taken(scene)
    lines = "".join(
        f"    try:\n        {call}\n        told.append('nothing')\n"
        "    except Exception as e:\n        told.append([type(e).__name__, str(e)])\n"
        for call, _, _ in BAD
    )
    told = rendered(scene, f"def run(host):\n    told = []\n{lines}    host.result(told)\n    yield 3\n", "bad")
    assert [[type, hint in text] for (_, type, hint), (_, text) in zip(BAD, told, strict=True)] == [
        [type, True] for _, type, _ in BAD
    ], told
    for (call, error, _), (raised, _) in zip(BAD, told, strict=True):
        assert raised == error, call
    assert taken(scene).rgb == before.rgb


def test_many_drawings_and_many_frames_are_bounded(scene: Played) -> None:
    drawn, frames = rendered(
        scene,
        """
def run(host):
    errors = []
    host.draw.point(np.zeros((20_000, 3)), ticks=2)
    try:
        host.draw.point((0, 0, 0))
    except Exception as e:
        errors.append(str(e))
    yield 4
    host.draw.point((0, 0, 0))  # those before have gone by themselves
    asked = []
    try:
        for _ in range(20):
            asked.append(host.frame(width=16, height=16))
    except Exception as e:
        errors.append(str(e))
    for one in asked:
        yield one
    got = yield host.frame(width=16, height=16)
    return errors
""",
    )
    assert "at most 20,000 a script" in drawn
    assert "8 pictures of this script are under way" in frames


def test_a_camera_in_a_block_and_one_far_from_everything_have_frames(scene: Played) -> None:
    shapes = rendered(
        scene,
        """
def run(host):
    inside = yield host.frame("eye", at=(0.5, 66.5, 20.5), yaw=77, pitch=-90, width=32, height=32)
    far = yield host.frame("eye", at=(1e6, 2e4, -1e6), yaw=0, pitch=0, width=32, height=32)
    return [inside.depth.shape, bool(np.isinf(far.depth).all())]
""",
    )
    assert shapes == [[32, 32], True]


@pytest.mark.parametrize(
    ("vantage", "line", "hint"),
    [
        ("render", 'host.spawn("pig", (0, 70, 0))', "a client changes nothing by itself"),
        ("server", "host.frame()", 'vantage = "render"'),
        ("render", "host.draw.lien((0, 0, 0), (1, 1, 1))", "did you mean line"),
        ("render", "host.screenshot(colour=3)", "no such argument"),
    ],
)
def test_slips_are_refused_before_anything_starts(scene: Played, vantage: str, line: str, hint: str) -> None:
    source = f'# /// script\n# [tool.ticklane]\n# vantage = "{vantage}"\n# ///\ndef run(host):\n    {line}\n'
    with pytest.raises(Refusal, match=hint):
        scene.start(source, "refused")


def test_the_example_of_a_blast_shows_what_it_says(scene: Played) -> None:
    result = rendered(scene, "", "blast", lane="", path=EXAMPLE)
    assert [Path(file).name for file in result["files"]] == ["before.png", "flight.png", "after.png", "above.png"]
    assert scene.ended("blast")["verdicts"] == {"pass": 2, "fail": 0}
    with Image.open(result["files"][3]) as above:
        assert above.size == (480, 480)
    assert 0.5 < result["flew_blocks"]["mean"] < 5


def test_its_scripts_end_with_the_client_and_it_comes_back(scene: Played) -> None:
    scene.start(RENDER + "def on_tick(host):\n    host.draw.clear()\n", "lives", **GENEROUS)
    kick = """
# /// script
# [tool.ticklane]
# caps = ["internals"]
# ///
def run(host):
    for player in list(host.internals.getPlayers()):
        player.kick("enough")
"""
    scene.run(kick, "kicker", allowed=["internals"])
    assert scene.ended("lives")["reason"] == "world_unloaded"
    assert rendered(scene, "def run(host):\n    yield 2\n    return host.self().name\n", "back") == "Ticklane"

"""Pictures of the embedded game: what is where in them."""

from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image

from ticklane_control.errors import ControlError
from ticklane_control.pictures import Picture, decode_picture
from ticklane_gateway.picture_files import encode_picture

from .conftest import Played

pytestmark = pytest.mark.jvm

STONE, RED, BLUE, WATER = (112, 112, 112), (153, 51, 51), (51, 76, 178), (64, 64, 255)

SCENE = """
def run(host):
    host.command("kill @e[type=!player]")
    host.fill((-30, 64, -30), (30, 100, 60), "air")
    host.fill((0, 64, 20), (3, 67, 23), "red_wool")
    host.fill((10, 64, 20), (13, 67, 23), "blue_wool")
    host.fill((0, 64, 30), (3, 64, 33), "water")
    host.fill((0, 64, 10), (3, 64, 13), "stone_slab")
    host.spawn("zombie", (6.5, 64, 21.5), tag="seen")
    host.spawn("armor_stand", (1.5, 64, 26.5), tag="seen")
"""


@pytest.fixture(scope="module")
def scene(played: Played) -> Played:
    played.run(SCENE, "scene")
    played.run('# /// script\n# [tool.ticklane]\n# vantage = "client"\n# ///\ndef run(host):\n    yield 5\n', "settled")
    return played


def taken(played: Played, **wanted: Any) -> Picture:
    return decode_picture(played.client.request_bytes("picture", timeout_s=60, **wanted))


def pixel(picture: Picture, x: float, y: float) -> tuple[int, int, int]:
    at = 3 * (int(y) * picture.width + int(x))
    r, g, b = picture.rgb[at : at + 3]
    return r, g, b


def is_shade(got: tuple[int, int, int], colour: tuple[int, int, int]) -> bool:
    """Whether it is that colour, darkened as a side or a line may be."""
    brightest = max(range(3), key=lambda i: colour[i])
    by = got[brightest] / colour[brightest]
    return 0.35 < by <= 1.01 and all(abs(g - c * by) <= 3 for g, c in zip(got, colour, strict=True))


def test_from_above_each_block_is_where_it_lies(scene: Played) -> None:
    # North is up: 40 blocks high, 10 pixels a block, centred on (6, 22).
    picture = taken(scene, camera="top", x=6, y=64, z=22, span=40, width=400, height=400)

    def at(x: float, z: float) -> tuple[int, int, int]:
        return pixel(picture, 200 + (x - 6) * 10, 200 + (z - 22) * 10)

    assert is_shade(at(1.5, 22.5), RED)
    assert is_shade(at(11.5, 22.5), BLUE)
    assert is_shade(at(1.5, 31.5), WATER)
    assert is_shade(at(1.5, 11.5), STONE)
    grass = at(-8.5, 8.5)
    assert is_shade(grass, (127, 178, 56))
    # Beyond the edges of the cubes there is grass again.
    assert is_shade(at(4.6, 22.5), (127, 178, 56))
    named = {label["text"]: (label["x"], label["y"]) for label in picture.facts["labels"]}
    assert named["zombie"] == pytest.approx((205, 195), abs=1)
    assert named["armor_stand"] == pytest.approx((155, 245), abs=1)


def test_through_the_eyes_near_things_hide_far_ones_and_the_sky_is_above(scene: Played) -> None:
    # Looking south at the red cube, from 10 blocks before it, 2 above the ground: 4 of 2·10·tan(35°) blocks.
    picture = taken(scene, camera="eye", x=2, y=66, z=10, yaw=0, pitch=0, width=300, height=300)
    assert is_shade(pixel(picture, 150, 150), RED)
    assert picture.facts["crosshair"] is False
    sky = pixel(picture, 150, 10)
    assert sky[2] > sky[1] > sky[0]
    # The armour stand stands behind the cube.
    assert [label["text"] for label in picture.facts["labels"]] == ["zombie"]
    high = taken(scene, camera="eye", x=2, y=90, z=10, yaw=0, pitch=45, width=300, height=300)
    assert "armor_stand" in [label["text"] for label in high.facts["labels"]]


def test_a_change_of_the_world_is_in_the_next_picture(scene: Played) -> None:
    wanted = {"camera": "top", "x": -15, "y": 64, "z": 40, "span": 10, "width": 100, "height": 100}
    before = pixel(taken(scene, **wanted), 55, 55)
    scene.run('def run(host):\n    host.fill((-16, 70, 39), (-13, 70, 42), "gold_block")\n    yield 10\n', "golden")
    after = pixel(taken(scene, **wanted), 55, 55)
    assert is_shade(before, (127, 178, 56))
    assert is_shade(after, (250, 238, 77))


@pytest.mark.parametrize("camera", ["eye", "orbit", "top", "iso"])
def test_every_camera_has_a_picture_of_the_player_by_itself(scene: Played, camera: str) -> None:
    picture = taken(scene, camera=camera, width=160, height=90)
    assert len(picture.rgb) == 3 * 160 * 90
    assert len({picture.rgb[i : i + 3] for i in range(0, len(picture.rgb), 3)}) >= 3
    assert picture.facts["crosshair"] == (camera == "eye")
    assert picture.facts["chunks"] > 100


def test_a_camera_inside_a_block_or_far_from_everything_has_a_picture_too(scene: Played) -> None:
    inside = taken(scene, camera="eye", x=2, y=66, z=22, yaw=123, pitch=-90, width=64, height=64)
    far = taken(scene, camera="eye", x=1e6, y=2e4, z=-1e6, yaw=0, pitch=0, width=64, height=64)
    assert (len(inside.rgb), len(far.rgb)) == (3 * 64 * 64, 3 * 64 * 64)


@pytest.mark.parametrize(
    "wanted",
    [{"width": 100_000}, {"height": 0}, {"fov": 0}, {"camera": "fish"}, {"pitch": 91}, {"span": -1}, {"yaw": "north"}],
    ids=str,
)
def test_what_can_not_be_drawn_is_refused_by_name(scene: Played, wanted: dict[str, Any]) -> None:
    with pytest.raises(ControlError, match=next(iter(wanted))):
        taken(scene, **wanted)


def test_as_a_file_it_is_png_or_jpeg_and_has_names_unless_not_wanted(scene: Played) -> None:
    wanted = {"camera": "orbit", "x": 6, "y": 66, "z": 22, "distance": 20, "width": 320, "height": 180}
    named, plain = taken(scene, **wanted), taken(scene, plain=True, **wanted)
    file = Image.open(io.BytesIO(encode_picture(plain)))
    small = Image.open(io.BytesIO(encode_picture(plain, "jpeg")))
    assert file.size == small.size == (320, 180)
    assert (file.format, small.format) == ("PNG", "JPEG")
    assert file.tobytes() == plain.rgb != named.rgb

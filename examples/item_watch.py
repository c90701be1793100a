# /// script
# dependencies = ["numpy"]
# [tool.ticklane.params]
# limit = 500
# ///
"""Watch a running game for as long as it takes; say so, at most once a minute, when too many items lie about.

Shows a function as a trigger: it fires when its answer turns true. What to expect: no line while all is well; then one
that says how many items, of what most, and where.
"""

from ticklane import ScriptHost


def on_start(host: ScriptHost) -> None:
    def too_many() -> bool:
        return len(host.entities(type="item")) > int(host.params["limit"])

    def report(_: object) -> None:
        items = host.entities(type="item")
        what, n = next(iter(items.item.counts().items()))
        host.log(f"{len(items)} items at tick {host.tick()}, most: {n} × {what} near {items.pos.mean(axis=0).round()}")

    host.on(too_many, report, quiet=1200)

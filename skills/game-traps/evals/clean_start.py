"""Ten marked items, whatever was here before."""


def run(host):
    host.remove(host.entities(tag="mine"))
    for i in range(10):
        host.spawn("item", (i * 3 - 15 + 0.5, 150, 0.5), item="stone", tag="mine")
    yield 5
    return {"found": len(host.entities(tag="mine"))}

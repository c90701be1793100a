"""Sand dropped with a spread of one block: what is its spread when it has fallen?"""

from ticklane import summary


def run(host):
    host.remove(host.entities(tag="grain"))
    for x in host.random.normal(0, 1, 200):
        host.spawn("falling_block", (x + 0.5, 250, 0.5), block="sand", tag="grain")
    yield 20
    x = host.entities(tag="grain").x
    host.remove(host.entities(tag="grain"))
    host.expect("standard deviation", x.std(), 1, tol=0.2)
    return {"n": len(x), "x": summary(x)}

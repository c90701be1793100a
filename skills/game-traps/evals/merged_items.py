"""64 diamonds dropped close together: entities become fewer, items don't."""


def run(host):
    host.remove(host.entities(tag="gem"))
    host.fill((-4, 99, -4), (4, 99, 4), "stone")
    for i in range(64):
        host.spawn("item", (i % 8 * 0.2 - 0.7, 100, i // 8 * 0.2 - 0.7), item="diamond", tag="gem")
    yield 40
    gems = host.entities(type="item", center=(0, 100, 0), radius=8)
    items, entities = int(gems.count.sum()), len(gems)
    host.expect("items", items, 64)
    host.expect("some have merged", entities < 64, True)
    host.remove(gems)
    return {"items": items, "entities": entities}

"""How many entities of each type there are now: a script that is only a body."""

from ticklane import host

host.result(host.entities().type.counts())

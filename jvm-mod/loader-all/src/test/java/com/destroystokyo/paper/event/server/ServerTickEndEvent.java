package com.destroystokyo.paper.event.server;

import org.bukkit.event.Event;

/** Paper's, for a fake of it. */
public final class ServerTickEndEvent extends Event {}

package org.bukkit.event;

/** Marks who is told of events. */
public interface Listener {}

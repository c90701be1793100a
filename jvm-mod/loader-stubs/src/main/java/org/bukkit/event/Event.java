package org.bukkit.event;

/** Something that happened. */
public abstract class Event {}

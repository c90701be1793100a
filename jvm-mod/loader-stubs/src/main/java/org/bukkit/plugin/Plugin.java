package org.bukkit.plugin;

/** A plugin, to the server. */
public interface Plugin {}

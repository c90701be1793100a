package org.bukkit;

import org.bukkit.plugin.PluginManager;

/** The server as plugins see it. */
public interface Server {
  PluginManager getPluginManager();
}

package org.bukkit.plugin.java;

import org.bukkit.Bukkit;
import org.bukkit.Server;
import org.bukkit.plugin.Plugin;

/** What a plugin's main class extends. */
public abstract class JavaPlugin implements Plugin {
  public final Server getServer() {
    return Bukkit.getServer();
  }

  public void onEnable() {}

  public void onDisable() {}
}

package org.bukkit;

/** Where plugins find the server. */
public final class Bukkit {
  private static Server server;

  private Bukkit() {}

  public static Server getServer() {
    return server;
  }

  public static void setServer(Server server) {
    Bukkit.server = server;
  }
}

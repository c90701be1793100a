package org.bukkit.event;

/** Who is told first. */
public enum EventPriority {
  LOWEST,
  LOW,
  NORMAL,
  HIGH,
  HIGHEST,
  MONITOR
}

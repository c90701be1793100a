"""Published numbers of Minecraft's physics, and the scripts that measure them in the embedded host."""

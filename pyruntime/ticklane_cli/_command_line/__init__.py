"""The commands and their options, by what they are for; what they do is in `_commands`."""

"""What each command does; the options are in `_command_line`."""

"""Set-up: finds or makes every piece a game needs. Standard library only, as the wheel's build hook uses it too."""

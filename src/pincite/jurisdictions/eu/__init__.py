"""European Union. The citation issue fills this room."""

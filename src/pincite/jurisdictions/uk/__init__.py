"""United Kingdom. The citation issue fills this room."""

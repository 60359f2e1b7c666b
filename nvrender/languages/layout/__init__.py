"""Programs laid out as people like to read them: every token and comment kept, a statement a line."""

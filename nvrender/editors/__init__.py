"""What editors ask of programs: the language server, grammars that colour, the schema of scenes."""

"""What notebooks show of programs, translations, results and state: HTML that stands by itself."""

"""``python -m nvrender``."""

from nvrender.cli.main import main

main()

"""``python -m nvrender``."""

from nvrender.cli.main import main

if __name__ == "__main__":  # not in the processes this one starts
    main()

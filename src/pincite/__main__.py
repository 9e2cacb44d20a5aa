"""`python -m pincite` is the command `pincite`."""

from pincite.interfaces.cli.main import run

if __name__ == "__main__":
    run()

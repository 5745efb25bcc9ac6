"""The command `ludotheque`, also as `python -m ludotheque`."""


def main() -> None:
    """Imports what it needs only now: worker processes import the main module, too, and need no command line."""
    from ludotheque.cli import main as run

    run()


if __name__ == "__main__":
    main()

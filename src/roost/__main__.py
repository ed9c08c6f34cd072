"""``python -m roost``: the command line."""

from roost.cli import main

main()

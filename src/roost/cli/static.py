"""``roost static``: write Roost as a folder of static files, which plays in the browser without a server."""

from pathlib import Path

from roost.cli.screen import messages_in
from roost.core.version import __version__
from roost.core.words import Language


def write_static(folder: Path, language: Language | None) -> None:
    """Write the folder, and say how large it is."""
    from roost.play.static.folder import write_folder

    written = write_folder(folder)
    size, engine = (f"{bytes_ / 1e6:.1f}" for bytes_ in (written.total, written.engine))
    say = messages_in(language).say
    print(say("static.written", version=__version__, folder=folder, size=size, engine=engine))

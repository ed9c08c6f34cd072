"""The Python environment for peer engines, created on demand and reused until the pinned versions change.

It is separate from Roost's own environment, so that Roost is measured, tested and shipped without the peers'
dependencies.
"""

import hashlib
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEERS = Path(__file__).resolve().with_name("peers.txt")
LIMIT_SECONDS = 900.0


class PeersUnavailableError(Exception):
    """The peers could not be installed; the message gives the reason in one line, for use in the table."""


def prepare(venv: Path = ROOT / ".bench-venv") -> Path:
    """Return the Python interpreter of an environment that holds exactly the pinned peers.

    Raise `PeersUnavailableError` if the environment cannot be created, most often because no package index is
    reachable.
    """
    python = venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    stamp, wanted = venv / "peers.sha256", hashlib.sha256(sys.version.encode() + PEERS.read_bytes()).hexdigest()
    if python.exists() and stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
        return python
    print(f"bench: installing the peers of {PEERS.name} into {venv} (once) …", file=sys.stderr, flush=True)
    pip = (str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    for command in (
        (sys.executable, "-m", "venv", "--clear", str(venv)),  # removes packages from an older peers.txt
        (*pip, "--only-binary", ":all:", "--requirement", str(PEERS)),  # compiling a peer could take an hour
    ):
        try:
            subprocess.run(command, check=True, capture_output=True, text=True, timeout=LIMIT_SECONDS)
        except (OSError, subprocess.SubprocessError) as error:
            lines = (getattr(error, "stderr", None) or str(error)).strip().splitlines()
            raise PeersUnavailableError(f"they could not be installed: {lines[-1]}") from error
    (venv / ".gitignore").write_text("*\n", encoding="ascii")
    stamp.write_text(wanted, encoding="ascii")  # written last, so that an interrupted installation is repeated
    return python

"""The environment the peers run in: made on demand, kept until the pinned versions change.

It is apart from Roost's own environment so that Roost is measured, tested and shipped without any
of the peers' dependencies at hand.
"""

import hashlib
import subprocess
import sys
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
PEERS = Path(__file__).resolve().with_name("peers.txt")
STAMP = "peers.sha256"
LIMIT_SECONDS = 900.0


class PeersUnavailableError(Exception):
    """The peers could not be installed; the message says why, in one line for the table."""


def prepare(venv: Path = ROOT / ".bench-venv", peers: Path = PEERS) -> Path:
    """Return the Python of an environment that holds exactly the pinned peers.

    Raises `PeersUnavailableError` when it cannot be made, most often because no package index is in
    reach: a benchmark of Roost alone is then still worth having.
    """
    python = venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    stamp = venv / STAMP
    wanted = _fingerprint(peers)
    if python.exists() and stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
        return python

    started = perf_counter()
    _say(f"bench: installing the peers of {peers.name} into {venv} (once; some 700 MB) ...")
    # From scratch, never on top: what an older peers.txt installed must not linger.
    _run("making the environment", sys.executable, "-m", "venv", "--clear", str(venv))
    (venv / ".gitignore").write_text("*\n", encoding="ascii")
    pip = (str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    # Wheels only: a peer that would have to be compiled first fails at once, not after an hour.
    _run("installing the peers", *pip, "--only-binary", ":all:", "--requirement", str(peers))
    # Last, so that an interrupted installation is taken for none.
    stamp.write_text(wanted, encoding="ascii")
    _say(f"bench: peers installed in {perf_counter() - started:.0f} s")
    return python


def _fingerprint(peers: Path) -> str:
    """Digest what the environment depends on: the pins, and the Python they are installed for."""
    return hashlib.sha256(sys.version.encode() + b"\0" + peers.read_bytes()).hexdigest()


def _run(purpose: str, *command: str) -> None:
    """Run a command quietly; turn its failure into a reason that fits under a table."""
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            timeout=LIMIT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise PeersUnavailableError(f"{purpose} took over {LIMIT_SECONDS:.0f} s") from None
    except OSError as error:
        raise PeersUnavailableError(f"{purpose} failed: {error}") from error
    if done.returncode:
        raise PeersUnavailableError(f"{purpose} failed: {_reason(done.stderr)}")


def _reason(stderr: str) -> str:
    """Pick pip's last error line, which names the package, out of its warnings."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR:")]
    return (errors or lines or ["no reason given"])[-1]


def _say(message: str) -> None:
    """Report progress on stderr: stdout is the benchmark's table."""
    print(message, file=sys.stderr, flush=True)

"""The first minute of somebody new: a clean clone, empty caches, ``make run`` until the page answers.

    python bench/first_minute.py                 # with uv, if it is here
    python bench/first_minute.py --without-uv

Prints seconds until the first answer, CPU seconds, and how long the first odds and the first hint take after it: the
first time and five times more. Prints what ``.venv`` takes on disk. Uses the network to install, and loopback for the
rest.
A rented machine may be busy for others: where it was, a line says so, and the seconds do not count as quiet.
"""

import argparse
import os
import re
import resource
import shutil
import signal
import subprocess
import time
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory

_ROOT = Path(__file__).parents[1]
_LIMIT = 600.0
_NOTABLE = 0.5
_POSITION = "heckmeck+grill=21-36+A=-+B=-+turn=A+aside=5555w"


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description="The first minute of somebody new.")
    parser.add_argument("--without-uv", action="store_true")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        clone = Path(folder) / "roost"
        subprocess.run(["git", "clone", "--quiet", str(_ROOT), str(clone)], check=True)
        environment = _fresh(Path(folder), options.without_uv)
        print("with uv" if shutil.which("uv", path=environment["PATH"]) else "without uv: pip gets it")
        _start(clone, environment, "the first time")
        size = sum(file.lstat().st_size for file in (clone / ".venv").rglob("*") if file.is_file())
        print(f"  .venv: {size / 1e6:.0f} MB")
        for time_after in ("second", "third", "fourth", "fifth", "sixth"):
            _start(clone, environment, f"the {time_after} time")


def _fresh(folder: Path, without_uv: bool) -> dict[str, str]:
    """The environment with caches and data of its own, and the path without uv if so wanted."""
    names = ("PIP_CACHE_DIR", "UV_CACHE_DIR", "XDG_CACHE_HOME", "XDG_DATA_HOME")
    found = {**os.environ, **{name: str(folder / name) for name in names}, "CI": "true"}
    if without_uv:
        places = found["PATH"].split(os.pathsep)
        found["PATH"] = os.pathsep.join(place for place in places if not (Path(place) / "uv").exists())
        found["PYTHON"] = os.path.realpath(shutil.which("python3") or "python3")
    return found


def _start(clone: Path, environment: dict[str, str], when: str) -> None:
    begun, used, taken = time.monotonic(), _cpu(), _taken_by_others()
    command = ["make", "run", "ARGS=--no-browser --alone"]
    process = subprocess.Popen(
        command, cwd=clone, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        url = _address(process)
        _ask(url, begun)
        print(f"{when}: {time.monotonic() - begun:.1f} s until the page answers", flush=True)
        for what in ("odds", "hint"):
            asked = time.monotonic()
            while _ask(f"{url}/api/positions/{what}?position={_POSITION}", begun) == 202:
                time.sleep(0.1)
            print(f"  {what} {time.monotonic() - asked:.1f} s after being asked for", flush=True)
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.communicate()
    print(f"  {_cpu() - used:.1f} CPU seconds in all")
    if (lost := _taken_by_others() - taken) > _NOTABLE:
        print(f"  not quiet: the machine gave {lost:.1f} CPU seconds to others meanwhile")


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://127\.0\.0\.1:\d+", line):
            return found[0]
    raise SystemExit("make run did not start a server")


def _ask(url: str, begun: float) -> int:
    with urllib.request.urlopen(url, timeout=_LIMIT - (time.monotonic() - begun)) as answer:
        answer.read()
        status: int = answer.status
    return status


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _taken_by_others() -> float:
    """The CPU seconds that this machine would have used, had its host not run something else; 0 where nobody counts."""
    try:
        counts = Path("/proc/stat").read_text(encoding="utf-8").split("\n", 1)[0].split()
        return int(counts[8]) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError):
        return 0.0


if __name__ == "__main__":
    main()

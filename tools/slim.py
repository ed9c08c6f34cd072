"""Measure what an installation of Roost takes: seconds, megabytes and packages, with and without the extra ``fast``.

    python tools/slim.py            # installs into empty environments, from the package index or uv's cache
    python tools/slim.py --no-cache # downloads everything

In each environment a whole game is played against the rooster, so a missing library shows.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

PROJECT = Path(__file__).parents[1]
GAME = """
import roost
state, chance, rooster = roost.game("heckmeck", players=2, start=0).opening(), roost.Stream(7), roost.bot("rooster")
while state.node is not roost.Node.OVER:
    rolls = state.node is roost.Node.ROLL
    state = state.play(state.dice.draw(chance) if rolls else rooster.choose(state, chance)).state
print("plays", ", ".join(roost.bots_for(type(state.game))))
"""


def measure(requirement: str, options: list[str]) -> None:
    """Install a requirement into an empty environment, and print what it took."""
    uv = shutil.which("uv") or str(Path(sys.executable).parent / "uv")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "venv"
        subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, home], check=True)
        empty, began = _bytes(home), perf_counter()
        python = home / "bin" / "python"
        subprocess.run([uv, "pip", "install", "--quiet", *options, "--python", python, requirement], check=True)
        seconds = perf_counter() - began
        packages = subprocess.run(
            [uv, "pip", "list", "--quiet", "--python", python], capture_output=True, text=True, check=True
        ).stdout.splitlines()[2:]
        megabytes = (_bytes(home) - empty) / 1e6
        played = subprocess.run([python, "-c", GAME], capture_output=True, text=True, check=True).stdout.strip()
    name = requirement.partition(" ")[0]
    print(f"{name}: {seconds:.1f} s, {megabytes:.0f} MB, {len(packages)} packages; {played}")


def _bytes(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def main() -> None:
    """Measure both installations."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--no-cache", action="store_true", help="download everything again")
    options = ["--no-cache"] if parser.parse_args().no_cache else []
    with tempfile.TemporaryDirectory() as folder:
        build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", folder]
        subprocess.run(build, cwd=PROJECT, capture_output=True, check=True)
        (wheel,) = Path(folder).glob("*.whl")
        for extra in ("", "[fast]"):
            measure(f"roost{extra} @ {wheel.as_uri()}", options)


if __name__ == "__main__":
    main()

"""How much processor time a start takes: ``roost --help``, and the server until its first answer.

    python bench/start_up.py

Each is done a few times and the least is printed: the rest is what else the machine does.
"""

import os
import re
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory

_TIMES = 5
_ROOST = [sys.executable, "-m", "roost"]


def main() -> None:
    """Measure, and print."""
    print(f"roost --help: {min(_finished(*_ROOST, '--help') for _ in range(_TIMES)):.2f} CPU seconds")
    served = [_until_the_first_answer() for _ in range(_TIMES)]
    print(f"roost serve until its first answer: {min(served):.2f} CPU seconds")
    for module in ("sqlalchemy", "litestar", "uvicorn", "alembic.command", "typer", "roost.play.server.http.app"):
        print(f"  import {module}: {min(_finished(sys.executable, '-c', f'import {module}') for _ in range(3)):.2f}")
    print(f"  (Python alone: {min(_finished(sys.executable, '-c', 'pass') for _ in range(3)):.2f})")


def _finished(*command: str) -> float:
    """The CPU seconds of a command that ends by itself."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, _, used = os.wait4(process.pid, 0)
    return used.ru_utime + used.ru_stime


def _until_the_first_answer() -> float:
    with TemporaryDirectory() as folder:
        command = [*_ROOST, "serve", "--port", "0", "--database", f"{folder}/roost.db", "--no-log"]
        environment = {**os.environ, "ROOST_WARM_UP": "false"}
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert process.stdout is not None
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found is not None
        urllib.request.urlopen(found[0]).read()
        ticks = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
        process.send_signal(signal.SIGTERM)
        process.wait()
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()

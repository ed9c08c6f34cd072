"""How a server grows: moves a second and latency by number of tables, in several set-ups; docs/hosting.md's table.

    python bench/curve.py [--seconds 5] [--postgres URL] [--only SET-UP] [--write]

Each row is one run of ``bench/load.py``, with a server and a database of its own. ``--postgres`` names a database
of a PostgreSQL where further ones may be made, which are dropped again.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pages import write, write_rows

_TABLES = (10, 50, 100, 200, 300, 600)
_SET_UPS = {"one process": (1, 1), "four workers": (4, 1), "two hosts of two workers": (2, 2)}
"""The workers of each server, and the servers. Several servers share PostgreSQL."""
_WATCHED, _IDLE = 1_000, 30
_HEAD = """| set-up | tables | moves/s | until both are told, half / 99 % | moves per server-CPU-second | memory |
| --- | ---: | ---: | ---: | ---: | ---: |"""


@contextmanager
def database(postgres: str, is_needed: bool) -> Iterator[list[str]]:
    """The option that names a new database; none, where an SQLite file will do."""
    if not is_needed:
        yield []
        return
    import psycopg

    with psycopg.connect(postgres, autocommit=True) as server:
        server.execute("CREATE DATABASE roost_curve")
        try:
            yield [f"--database={postgres.rpartition('/')[0]}/roost_curve"]
        finally:
            server.execute("DROP DATABASE roost_curve WITH (FORCE)")


def run(*options: str) -> dict[str, Any]:
    """One run of the command."""
    command = [sys.executable, str(Path(__file__).with_name("load.py")), "--json", *options]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return found


def main() -> None:
    """Measure, and print or write the table."""
    parser = argparse.ArgumentParser(description="Measure how a server grows with its tables.")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--postgres", help="a database of a PostgreSQL where further ones may be made")
    parser.add_argument("--only", choices=[*_SET_UPS, "idle"], help="one of the set-ups, or the idle tables")
    parser.add_argument("--write", action="store_true", help="write into docs/hosting.md; other rows stay")
    options = parser.parse_args()
    lines = [_HEAD]
    for name, (workers, servers) in _SET_UPS.items():
        if options.only not in (None, name) or (servers > 1 and options.postgres is None):
            continue
        for tables in _TABLES:
            size = [
                f"--tables={tables}",
                f"--seconds={options.seconds}",
                f"--workers={workers}",
                f"--servers={servers}",
            ]
            with database(options.postgres, servers > 1) as where:
                found = run(*size, *where)
            half, most, memory = (
                f"{found[key] * by:.0f}" for key, by in (("p50", 1e3), ("p99", 1e3), ("memory", 1e-6))
            )
            rates = f"{found['moves_per_second']:,.0f} | {half} / {most} ms | {found['moves_per_cpu_second']:,.0f}"
            lines.append(f"| {name} | {tables:,} | {rates} | {memory} MB |")
            print(lines[-1], flush=True)
    if options.write and len(lines) > 1:
        write_rows("hosting.md", "curve", "\n".join(lines), 2)
    if options.only in (None, "idle"):
        idle = run("--tables=1", f"--seconds={_IDLE}", f"--watched={_WATCHED}")
        told = (
            f"With {_WATCHED:,} idle tables, each with a watcher, one process takes {idle['memory'] / 1e6:.0f} MB and "
        )
        told += f"{idle['watching']:.1%} of a core, measured for {_IDLE} s."
        print(told)
        if options.write:
            write("hosting.md", "idle", told)


if __name__ == "__main__":
    main()

"""Typeset the report into build/report, as ``make report`` does; ``--pages`` also writes every page as an image."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import typst

from evidence import ROOT, collect

HERE = Path(__file__).resolve().parent
OUT = ROOT / "build" / "report"


def report(numbers: dict[str, Any]) -> typst.Compiler:
    """Return the report's compiler with these numbers, set in Typst's own fonts."""
    return typst.Compiler(
        str(HERE / "main.typ"), str(HERE), ignore_system_fonts=True, sys_inputs={"numbers": json.dumps(numbers)}
    )


def main() -> None:
    """Read all logs, then write the PDF and the numbers in it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", action="store_true", help="write each page as an image too")
    options = parser.parse_args()
    numbers = collect()
    OUT.mkdir(parents=True, exist_ok=True)
    (OUT / "numbers.json").write_text(json.dumps(numbers, indent=1), encoding="utf-8")
    pdf = OUT / "roost.pdf"
    _, warnings = report(numbers).compile_with_warnings(output=str(pdf), timestamp=0)
    if warnings:
        sys.exit("\n".join(map(str, warnings)))
    if options.pages:
        report(numbers).compile(output=str(OUT / "page-{0p}.png"), ppi=90)
    print(f"The report is {pdf.relative_to(ROOT)}.")


if __name__ == "__main__":
    main()

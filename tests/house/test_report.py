"""The technical report (``make report``), which is typeset from the project's logs and tables."""

import json
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
import typst

ROOT = Path(__file__).parents[2]
REPORT = ROOT / "report"


@pytest.fixture
def evidence(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Import the module of the report that reads logs."""
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    monkeypatch.syspath_prepend(str(REPORT))
    return import_module("evidence")


def test_the_report_is_typeset_with_all_logs_and_without_warnings(evidence: ModuleType) -> None:
    report = import_module("typeset").report(evidence.collect())
    pdf, warnings = report.compile_with_warnings(format="pdf", timestamp=0)
    assert pdf.startswith(b"%PDF-")
    assert warnings == []
    size = json.loads(report.query("<size>", field="value", one=True))
    assert size["sections"] == 14  # the list of references counts as a section
    assert 8 <= size["pages"] <= 14


def test_a_claim_that_the_numbers_contradict_stops_the_report(evidence: ModuleType) -> None:
    """The report stops with an error if the true value is below what deeper searches claim."""
    numbers = evidence.collect()
    numbers["truth"][0]["truth"]["value"] = 0.0001
    with pytest.raises(typst.TypstError, match="the numbers no longer say that claims understate"):
        import_module("typeset").report(numbers).compile(format="pdf")


def test_a_missing_log_or_an_unreadable_table_stops_the_report(
    evidence: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The report never fills in a missing value."""
    with pytest.raises(SystemExit, match="no section 'nothing'"):
        evidence.rows("arena.md", "nothing")
    with pytest.raises(ValueError, match="not enough values"):
        evidence.with_ends("about a half")
    monkeypatch.setattr(evidence, "ROOT", tmp_path)
    with pytest.raises(FileNotFoundError):
        evidence.strength()


def test_no_result_is_typed_by_hand() -> None:
    """The only percentages in the text are confidence levels."""
    text = re.sub(r"(width: |lighten\()\d+%", "", (REPORT / "main.typ").read_text(encoding="utf-8"))
    assert set(re.findall(r"([\d.]+)[~\s]?%", text)) == {"95", "99"}

"""The API's description is generated, and true."""

import os
import subprocess
import sys
from pathlib import Path

import httpx
import jsonschema
import pytest

from patience import PATIENCE
from play.server.serving import ANNA, CHICK
from soak import SOAKING


def test_answers_are_as_described(http: httpx.Client) -> None:
    """A snapshot, a change and a problem fit the schemas that the description gives for them."""
    described = http.get("/api/openapi.json").json()

    def fits(name: str, answer: object) -> None:
        schema = {"$ref": f"#/components/schemas/{name}", "components": described["components"]}
        jsonschema.Draft202012Validator(schema).validate(answer)

    spec, kind = {"game": "heckmeck", "seats": [ANNA, CHICK]}, {"content-type": "application/json; charset=utf-8"}
    made = http.post("/api/tables", json=spec, headers=kind).json()
    fits("NewTable", made)
    headers = {"authorization": f"Bearer {made['token']}"}
    url = f"/api/tables/{made['id']}"
    fits("ChangeView", http.post(f"{url}/start", json={}, headers=headers).json())
    fits("Snapshot", http.get(f"{url}?lang=de").json())
    fits("Problem", http.post(f"{url}/start", json={}, headers=headers).json())
    for game in http.get("/api/games").json():
        fits("GameInfo", game)


def test_every_operation_is_described_with_its_problems(http: httpx.Client) -> None:
    """Each has a sentence, and answers that can go wrong say how."""
    described = http.get("/api/openapi.json").json()
    assert len(described["paths"]) > 20
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert operation["description"], f"{method} {path}"
            assert path in ("/health", "/metrics") or "429" in operation["responses"], f"{method} {path}"


_KEPT = Path(__file__).parents[3] / ".hypothesis"
"""Where Hypothesis keeps what it takes seconds to work out, such as its tables of Unicode."""
_ACCEPTED = """
[checks.positive_data_acceptance]
# No schema can say which words are games, bots and positions: 422 answers a request that can be read and names none.
expected-statuses = ["2xx", "401", "403", "404", "409", "422", "429"]
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "409", "413", "422", "429", "503"]
"""


def fuzz(http: httpx.Client, folder: Path, config: str, *options: str) -> None:
    """Let Schemathesis try every operation with what fits the description and what does not; it must find nothing."""
    settings = folder / "schemathesis.toml"
    settings.write_text(_ACCEPTED + config)
    described = folder / "openapi.json"  # Schemathesis itself would wait for it for ten seconds at most
    described.write_text(http.get("/api/openapi.json").text, "utf-8")
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(settings), "run"]
    command += [str(described), f"--url={http.base_url}", "--no-color", "--phases=coverage,fuzzing", "--seed=1"]
    command += ["--suppress-health-check=all", "--request-timeout=120", *options]
    environment = {**os.environ, "HYPOTHESIS_STORAGE_DIRECTORY": str(_KEPT)}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=5 * PATIENCE, cwd=folder, env=environment
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


if SOAKING:

    @pytest.mark.soak
    def test_a_fuzzer_who_knows_no_table_finds_nothing(http: httpx.Client, tmp_path: Path) -> None:
        """All operations, with tables that it makes up."""
        fuzz(http, tmp_path, "", "--max-examples=100")

    @pytest.mark.soak
    def test_a_fuzzer_with_a_seat_finds_nothing(http: httpx.Client, tmp_path: Path) -> None:
        """All operations at a table where a game runs, as its host.

        Left out: the stream of events, which has no end, and closing the table, after which nothing else could be
        tried.
        """
        made = http.post("/api/tables", json={"game": "heckmeck", "seats": [ANNA, ANNA, CHICK]}).json()
        headers = {"authorization": f"Bearer {made['token']}"}
        http.post(f"/api/tables/{made['id']}/start", json={}, headers=headers).raise_for_status()
        config = f'[parameters]\n"path.table_id" = "{made["id"]}"\n"path.code" = "{made["code"]}"\n'
        options = ["--max-examples=100", "--exclude-path-regex=/(events|close)$"]
        fuzz(http, tmp_path, config, *options, f"--header=Authorization: Bearer {made['token']}")

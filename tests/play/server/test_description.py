"""The API description: generated from the code, and correct."""

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


def test_answers_fit_the_schemas_of_the_api_description(http: httpx.Client) -> None:
    described = http.get("/api/openapi.json").json()

    def assert_fits(name: str, answer: object) -> None:
        schema = {"$ref": f"#/components/schemas/{name}", "components": described["components"]}
        jsonschema.Draft202012Validator(schema).validate(answer)

    spec, kind = {"game": "heckmeck", "seats": [ANNA, CHICK]}, {"content-type": "application/json; charset=utf-8"}
    created = http.post("/api/tables", json=spec, headers=kind).json()
    assert_fits("NewTable", created)
    headers = {"authorization": f"Bearer {created['token']}"}
    url = f"/api/tables/{created['id']}"
    assert_fits("ChangeView", http.post(f"{url}/start", json={}, headers=headers).json())
    assert_fits("Snapshot", http.get(f"{url}?lang=de").json())
    assert_fits("Problem", http.post(f"{url}/start", json={}, headers=headers).json())
    for game in http.get("/api/games").json():
        assert_fits("GameInfo", game)


def test_every_operation_has_a_description_and_documents_status_429(http: httpx.Client) -> None:
    described = http.get("/api/openapi.json").json()
    assert len(described["paths"]) > 20
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert operation["description"], f"{method} {path}"
            assert path in ("/health", "/metrics") or "429" in operation["responses"], f"{method} {path}"


_CACHE = Path(__file__).parents[3] / ".hypothesis"
"""Folder in which Hypothesis caches data that take seconds to compute, such as its tables of Unicode."""
_ACCEPTED = """
[checks.positive_data_acceptance]
# A schema cannot list games, bots and positions, so 422 answers a well-formed request with an unknown one.
expected-statuses = ["2xx", "401", "403", "404", "409", "422", "429"]
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "409", "413", "422", "429", "503"]
"""


def fuzz(http: httpx.Client, folder: Path, config: str, *options: str) -> None:
    """Let Schemathesis try every operation with valid and invalid requests, and assert that it reports no failure."""
    settings = folder / "schemathesis.toml"
    settings.write_text(_ACCEPTED + config)
    described = folder / "openapi.json"  # fetched here, because Schemathesis waits at most ten seconds
    described.write_text(http.get("/api/openapi.json").text, "utf-8")
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(settings), "run"]
    command += [str(described), f"--url={http.base_url}", "--no-color", "--phases=coverage,fuzzing", "--seed=1"]
    command += ["--suppress-health-check=all", "--request-timeout=120", *options]
    environment = {**os.environ, "HYPOTHESIS_STORAGE_DIRECTORY": str(_CACHE)}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=5 * PATIENCE, cwd=folder, env=environment
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


if SOAKING:

    @pytest.mark.soak
    def test_fuzzing_without_a_table_finds_no_failure(http: httpx.Client, tmp_path: Path) -> None:
        fuzz(http, tmp_path, "", "--max-examples=100")

    @pytest.mark.soak
    def test_fuzzing_as_the_host_of_a_running_game_finds_no_failure(http: httpx.Client, tmp_path: Path) -> None:
        """Two operations are left out: the endless stream of events, and closing the table."""
        created = http.post("/api/tables", json={"game": "heckmeck", "seats": [ANNA, ANNA, CHICK]}).json()
        headers = {"authorization": f"Bearer {created['token']}"}
        http.post(f"/api/tables/{created['id']}/start", json={}, headers=headers).raise_for_status()
        config = f'[parameters]\n"path.table_id" = "{created["id"]}"\n"path.code" = "{created["code"]}"\n'
        options = ["--max-examples=100", "--exclude-path-regex=/(events|close)$"]
        fuzz(http, tmp_path, config, *options, f"--header=Authorization: Bearer {created['token']}")

"""The API's description is generated, and true."""

from __future__ import annotations

import subprocess
import sys

import httpx
import jsonschema

from server.serving import ANNA, CHICK


def test_answers_are_as_described(http: httpx.Client) -> None:
    """A snapshot, a change and a problem fit the schemas that the description gives for them."""
    described = http.get("/api/openapi.json").json()

    def fits(name: str, answer: object) -> None:
        schema = {"$ref": f"#/components/schemas/{name}", "components": described["components"]}
        jsonschema.Draft202012Validator(schema).validate(answer)

    made = http.post("/api/tables", json={"game": "heckmeck", "seats": [ANNA, CHICK]}).json()
    fits("NewTable", made)
    headers = {"authorization": f"Bearer {made['token']}"}
    url = f"/api/tables/{made['id']}"
    fits("ChangeView", http.post(f"{url}/start", json={"nonce": "00" * 16}, headers=headers).json())
    fits("Snapshot", http.get(f"{url}?lang=de").json())
    fits("Problem", http.post(f"{url}/start", json={"nonce": "00" * 16}, headers=headers).json())
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


def test_a_fuzzer_finds_nothing(http: httpx.Client) -> None:
    """Schemathesis tries every operation with what fits the description and what does not.

    Left out: the endless stream of events, and the check that whatever fits is accepted: no schema can say which
    texts are positions and which words are games.
    """
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{http.base_url}/api/openapi.json", "--no-color"]
    command += ["--max-examples=2", "--phases=coverage,fuzzing", "--exclude-path-regex=events", "--seed=1"]
    command += ["--exclude-checks=positive_data_acceptance", "--suppress-health-check=all", "--request-timeout=10"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]

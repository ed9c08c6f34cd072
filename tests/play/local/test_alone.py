"""Features that work on one device without a server, and refusals of those that do not."""

import json

import pytest

from play.local.device import ANNA, HEN, Bridge, Page, begin, get, post
from roost.core.cancellation import check_cancelled
from roost.core.record import read, read_all
from roost.core.stream import Stream
from roost.play.dice import verify_dice
from roost.play.local import LocalService, start
from roost.play.server.live import answers

BEN = {"kind": "here", "name": "Ben"}
_POSITION = "position=junior grill=4,5,6 A=- B=- turn=A"


async def test_two_people_share_a_device_and_roll_real_dice() -> None:
    """The same device enters the rolls of both players."""
    service = await start(Bridge())
    page = await begin(service, "junior", ANNA, BEN, rules={"dice": "real"})
    await page.post("moves", {"version": page.table["game"]["moved"], "key": "a", "roll": "wwwgcb"})
    record = read((await service.request("GET", f"{page.path}/record")).text)
    assert record.headers["Dice"] == "real"
    assert len(record.entered) == 1
    await service.close()


async def test_a_series_can_be_played_on_a_device() -> None:
    service = await start(Bridge())
    page = await begin(service, "junior", ANNA, HEN, series={"count": 2})
    await page.play(Stream("first"))
    await page.until((await page.post("rematch", {}))["version"])
    await page.play(Stream("second"))
    report = await get(service, f"{page.path}/series")
    assert len(report["results"]) == 2
    records = await service.request("GET", f"{page.path}/records")
    assert [verify_dice(record).is_proved for record in read_all(records.text)] == [False, False]
    await service.close()


async def test_the_daily_challenge_can_be_played_on_a_device() -> None:
    """Its dice are the same as on every server, so the record verifies as shared dice."""
    service = await start(Bridge())
    taken = await post(service, "/api/challenges/junior-hen-sun/take", {"name": "Anna"})
    page = Page(service, taken["id"])
    await page.until((await page.post("start", {}))["version"])
    await page.play(Stream("challenge"))
    assert verify_dice(read((await service.request("GET", f"{page.path}/record")).text)).is_proved
    await service.close()


async def test_a_backup_continues_on_another_device() -> None:
    """The other device gets the log and the seat. A damaged backup, or the same one again, changes nothing."""
    service = await start(Bridge())
    page, choices = await begin(service, "junior", ANNA, HEN), Stream("backup")
    move = page.next_move(choices)
    assert move is not None
    version = (await page.post("moves", move))["version"]
    backup = (await service.request("GET", "/api/device/backup")).text
    await service.close()

    bridge = Bridge()
    other = await start(bridge)
    for damaged in (
        "",
        "x",
        backup.replace('"seat":0', '"seat":7', 1),
        backup.replace('"type":"started"', '"type":"x"'),
    ):
        refused = await other.request("POST", "/api/device/backup", body=json.dumps({"backup": damaged}))
        assert (refused.status, bridge.heads) == (422, {})
    assert await post(other, "/api/device/backup", {"backup": backup}) == {"tables": 1}
    assert await post(other, "/api/device/backup", {"backup": backup}) == {"tables": 0}
    page.restart(other)
    await page.until(version)
    await page.play(choices)
    await other.close()

    again = await start(bridge)  # the imported table is stored, too
    assert (await get(again, page.path))["table"]["status"] == "over"
    await again.close()


async def test_a_device_lists_its_tables_and_removes_them() -> None:
    bridge = Bridge()
    service = await start(bridge)
    first = await begin(service, "junior", ANNA, HEN)
    await first.play(Stream("listed"))
    second = await begin(service, "picnic", ANNA, BEN)
    listed = (await get(service, "/api/device"))["tables"]
    assert [(table["games"], table["names"], table["status"]) for table in listed] == [
        (["picnic"], ["Anna", "Ben"], "playing"),
        (["junior"], ["Anna", "hen"], "over"),
    ]
    records = (await service.request("GET", "/api/device/records")).text
    assert [record.game.name for record in read_all(records)] == ["junior"]
    assert (await service.request("DELETE", f"/api/device/tables/{first.table['id']}")).status == 204
    assert (await service.request("GET", first.path)).status == 404
    assert (await service.request("DELETE", f"/api/device/tables/{first.table['id']}")).status == 404
    assert list(bridge.heads) == list(bridge.rows) == [second.table["id"]]
    assert all(second.table["id"] in key for key in bridge.kept)
    await service.close()


@pytest.fixture
async def service() -> LocalService:
    return await start(Bridge())


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("bots", "game=junior"),
        ("cards/junior", "size=expert&lang=de"),
        ("challenges/today", "lang=fr"),
        ("dice", ""),
        ("games", "lang=de"),
        ("games/picnic", ""),
        ("house-rules", "lang=it"),
        ("positions", f"{_POSITION}&names=Anna&names=Ben&lang=en"),
        ("positions/card", f"{_POSITION} roll=wwwgcb"),
        ("positions/play", f"{_POSITION}&seed=a"),
        ("positions/why", f"{_POSITION} roll=wwwgcb&action=k"),
        ("puzzles/junior", ""),
        ("puzzles/junior/1", "lang=es"),
        ("rules/barbecue", "lang=nl"),
        ("schema", ""),
    ],
)
async def test_study_routes_work_without_a_server(service: LocalService, path: str, query: str) -> None:
    assert await get(service, f"/api/{path}", query)
    await service.close()


@pytest.mark.parametrize(
    ("method", "path", "query", "body", "status", "says"),
    [
        ("GET", "/api/nothing", "", "", 404, "nothing at this address"),
        ("DELETE", "/api/games", "", "", 405, "accepts GET"),
        ("GET", "/api/tables/none", "", "", 400, "table_id"),
        ("GET", f"/api/tables/{'0' * 20}", "", "", 404, "no table"),
        ("GET", "/api/positions", "", "", 400, "position is missing"),
        ("GET", "/api/positions", "position=chess", "", 422, "chess"),
        ("GET", "/api/positions", f"position={'x' * 2001}", "", 400, "position"),
        ("GET", "/api/rules/junior", "lang=xx", "", 400, "lang"),
        ("GET", "/api/puzzles/junior/0", "", "", 400, "number"),
        ("POST", "/api/tables", "", "{", 400, "cannot be read"),
        ("POST", "/api/tables", "", '{"game": "junior", "seats": [], "x": 1}', 400, "cannot be read"),
        (
            "POST",
            "/api/tables",
            "",
            '{"game":"junior","seats":[{"kind":"here","name":"A"},{"kind":"bot","bot":"goose"}]}',
            422,
            "goose",
        ),
        ("POST", f"/api/tables/{'0' * 20}/moves", "", '{"version": 1, "key": "a"}', 404, "no table"),
    ],
)
async def test_an_unanswerable_request_gets_a_problem_response(
    service: LocalService, method: str, path: str, query: str, body: str, status: int, says: str
) -> None:
    answer = await service.request(method, path, query, body=body)
    assert (answer.status, answer.headers["content-type"]) == (status, "application/problem+json")
    assert says in json.loads(answer.text)["detail"]
    await service.close()


async def test_a_long_calculation_is_not_abandoned_on_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    """The only thread is busy calculating, so a page that has not asked again may still be waiting."""
    service, times = await start(Bridge()), iter([0.0, 1.0])
    monkeypatch.setattr(answers, "monotonic", lambda: next(times, 1_000.0))

    def work() -> str:
        check_cancelled()
        return "done"

    assert await service.services.odds.ask("question", ("odds", "junior"), work) == "done"
    await service.close()


async def test_a_closed_stream_receives_no_more_changes() -> None:
    service = await start(Bridge())
    page = await begin(service, "junior", ANNA, HEN)
    heard: list[str] = []
    exchange = service.open("GET", f"{page.path}/events", "", "", "", lambda kind, _: heard.append(kind))
    version = page.table["version"]
    await page.until(version)
    exchange.close()
    count = service.services.hub.count
    move = page.next_move(Stream("gone"))
    assert move is not None
    await page.until((await page.post("moves", move))["version"])
    assert "part" not in heard
    assert service.services.hub.count <= count
    await service.close()

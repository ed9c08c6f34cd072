"""Moves: applied once, in turn and if legal; any other request is refused and changes nothing."""

import asyncio
from typing import Any

import pytest

from play.server.serving import ANNA, BEN, OPEN, Serving, choose_first
from roost.play.client import ServerError, TableClient


async def begun(server: Serving, **rules: Any) -> tuple[TableClient, TableClient]:
    """Return Anna and Ben at a table of Heckmeck; Anna has to roll."""
    anna = await server.client.create("heckmeck", [ANNA, OPEN], {}, rules)
    ben = await server.client.join(anna.code, "Ben")
    await anna.start()
    ben.version = anna.version
    return anna, ben


async def test_a_stale_move_is_refused_with_the_current_version(server: Serving) -> None:
    """A move for an earlier state of the game gets 409."""
    anna, _ = await begun(server)
    version = anna.version
    await anna.move()
    with pytest.raises(ServerError) as refused:
        await anna.move(version=version)
    assert (refused.value.status, refused.value.kind) == (409, "stale")
    assert refused.value.problem["version"] == version + 1
    assert (await anna.snapshot())["table"]["version"] == version + 1


async def test_a_repeated_move_gets_its_first_answer_again(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request sent several times, at once or much later, is applied once; its key is valid for one person only."""
    monkeypatch.setattr("roost.play.server.live.rooms._CACHED", 5)
    anna, ben = await begun(server)
    path = f"/api/tables/{anna.id}/moves"
    body = {"version": anna.version, "key": "again", "throw": True}
    first, *repeated = await asyncio.gather(*(server.client.call("POST", path, body, anna.token) for _ in range(20)))
    assert all(answer == first for answer in repeated)
    bens = await server.refused("POST", path, {**body, "version": first["version"]}, ben.token)
    assert bens.kind == "out-of-turn"
    for _ in range(10):  # more changes than a room remembers
        game = (await anna.snapshot())["table"]["game"]
        await choose_first((anna, ben)[game["seat"]], game)
    assert await server.client.call("POST", path, body, anna.token) == first
    assert (await anna.snapshot())["table"]["version"] == first["version"] + 10


async def test_an_illegal_move_is_refused_with_the_legal_actions(server: Serving) -> None:
    """A move out of turn is refused with the name of the player whose turn it is."""
    anna, ben = await begun(server)
    path, body = f"/api/tables/{anna.id}/moves", {"version": anna.version, "key": "x"}
    assert (await server.refused("POST", path, {**body, "action": "w"}, anna.token)).kind == "illegal"
    assert (await server.refused("POST", path, body, anna.token)).kind == "illegal"
    with pytest.raises(ServerError, match="Anna's turn") as early:
        await ben.move()
    assert (early.value.status, early.value.kind, early.value.problem["seat"]) == (403, "out-of-turn", 0)
    rolled = await anna.move()
    for action in ("take36", "no such thing"):
        with pytest.raises(ServerError) as refused:
            await anna.choose(action)
        assert (refused.value.status, refused.value.kind) == (422, "illegal")
        assert refused.value.problem["actions"] == [a["action"] for a in rolled["table"]["game"]["actions"]]
    with pytest.raises(ServerError, match="choose an action"):
        await anna.move()
    assert (await anna.snapshot())["table"]["version"] == anna.version


async def test_only_a_seated_player_can_move(server: Serving) -> None:
    """No token or another table's token gets 401; a host without a seat gets 403."""
    anna, _ = await begun(server)
    path, body = f"/api/tables/{anna.id}/moves", {"version": anna.version, "key": "x", "throw": True}
    other_anna, _ = await begun(server)
    for token in (None, "guess", other_anna.token):
        error = await server.refused("POST", path, body, token)
        assert (error.status, error.kind) == (401, "no-token")
    host = await server.client.create("heckmeck", [OPEN, OPEN])
    for name in ("Anna", "Ben"):
        await server.client.join(host.id, name)
    await host.start()
    with pytest.raises(ServerError) as refused:
        await host.move()
    assert (refused.value.status, refused.value.kind) == (403, "not-yours")


async def test_a_choice_can_be_taken_back_until_dice_are_rolled(server: Serving) -> None:
    """Undo restores the position before the choice; after a roll it is refused."""
    anna, ben = await begun(server)
    rolled = (await anna.move())["table"]["game"]
    with pytest.raises(ServerError, match="dice were rolled"):
        await anna.undo()
    action = rolled["actions"][0]["action"]
    chosen = (await anna.choose(action))["table"]["game"]
    assert chosen["undo"] == 0
    ben.version = anna.version
    with pytest.raises(ServerError, match="Only the player who chose"):
        await ben.undo()
    undone = (await anna.undo())["table"]["game"]
    assert (undone["position"], undone["undo"]) == (rolled["position"], None)
    redone = await anna.choose(action)
    assert redone["table"]["game"]["position"] == chosen["position"]
    if "roll" in [a["action"] for a in chosen["actions"]]:
        await anna.move("roll")
        with pytest.raises(ServerError, match="dice were rolled"):
            await anna.undo()


async def test_a_table_may_forbid_undo(server: Serving) -> None:
    anna, _ = await begun(server, undo=False)
    rolled = (await anna.move())["table"]["game"]
    chosen = await anna.choose(rolled["actions"][0]["action"])
    assert chosen["table"]["game"]["undo"] is None
    with pytest.raises(ServerError) as refused:
        await anna.undo()
    assert refused.value.kind == "not-yours"


async def test_reactions_do_not_make_a_move_stale(server: Serving) -> None:
    """A reaction changes the table but not the game, so a move may still name the version before the reaction."""
    anna, ben = await begun(server)
    version = anna.version
    clapped = await ben.react("clap")
    assert clapped["entries"] == [{"type": "reacted", "seat": 1, "reaction": "clap"}]
    assert clapped["version"] == version + 1
    assert (await anna.move(version=version))["version"] == version + 2


async def test_moves_before_the_start_and_at_a_closed_table_are_refused(server: Serving) -> None:
    """Starting a game twice is refused as well."""
    anna = await server.client.create("junior", [ANNA, BEN])
    with pytest.raises(ServerError, match="not been started"):
        await anna.move(version=1)
    with pytest.raises(ServerError, match="once the game is over"):
        await anna.rematch()
    await anna.start()
    with pytest.raises(ServerError, match="already been started"):
        await anna.start()
    await anna.close()
    with pytest.raises(ServerError, match="closed"):
        await anna.move()

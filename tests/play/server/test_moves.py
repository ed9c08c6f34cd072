"""Moves: once, in turn, legal, and answering what the table is; everything else is refused and changes nothing."""

import asyncio
from typing import Any

import pytest

from play.server.serving import ANNA, BEN, OPEN, Serving, choose_first
from roost.play.client import ServerError, TableClient


async def begun(server: Serving, **rules: Any) -> tuple[TableClient, TableClient]:
    """Anna and Ben at a table of Heckmeck; Anna is to roll."""
    anna = await server.client.create("heckmeck", [ANNA, OPEN], {}, rules)
    ben = await server.client.join(anna.code, "Ben")
    await anna.start()
    ben.version = anna.version
    return anna, ben


async def test_a_stale_move_is_told_the_current_version(server: Serving) -> None:
    """A move that answers an earlier state of the game gets 409 and the version to look at."""
    anna, _ = await begun(server)
    version = anna.version
    await anna.move()
    with pytest.raises(ServerError) as refused:
        await anna.move(version=version)
    assert (refused.value.status, refused.value.kind) == (409, "stale")
    assert refused.value.problem["version"] == version + 1
    assert (await anna.snapshot())["table"]["version"] == version + 1


async def test_a_repeated_move_gets_its_first_answer_again(server: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same request, sent many times at once or again much later, is applied once and answered alike.

    A key names a request among those of one person only.
    """
    monkeypatch.setattr("roost.play.server.live.rooms._REMEMBERED", 5)
    anna, ben = await begun(server)
    path = f"/api/tables/{anna.id}/moves"
    body = {"version": anna.version, "key": "again", "throw": True}
    first, *again = await asyncio.gather(*(server.client.call("POST", path, body, anna.token) for _ in range(20)))
    assert all(answer == first for answer in again)
    others = await server.refused("POST", path, {**body, "version": first["version"]}, ben.token)
    assert others.kind == "out-of-turn"
    for _ in range(10):  # further back than a room remembers
        game = (await anna.snapshot())["table"]["game"]
        await choose_first((anna, ben)[game["seat"]], game)
    assert await server.client.call("POST", path, body, anna.token) == first
    assert (await anna.snapshot())["table"]["version"] == first["version"] + 10


async def test_an_illegal_move_is_told_the_legal_ones(server: Serving) -> None:
    """An action that the rules do not allow gets 422 with the legal actions, and changes nothing.

    Where dice are due a move brings a number and nothing else. Who moves in another's turn is told whose it is.
    """
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


async def test_who_has_no_seat_cannot_move(server: Serving) -> None:
    """Without a token it is 401; with another table's token too; a host without a seat gets 403."""
    anna, _ = await begun(server)
    path, body = f"/api/tables/{anna.id}/moves", {"version": anna.version, "key": "x", "throw": True}
    other, _ = await begun(server)
    for token in (None, "guess", other.token):
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
    """Undo leads back to the position before the choice; after a roll there is nothing to undo."""
    anna, ben = await begun(server)
    rolled = (await anna.move())["table"]["game"]
    with pytest.raises(ServerError, match="dice have been rolled"):
        await anna.undo()
    action = rolled["actions"][0]["action"]
    chosen = (await anna.choose(action))["table"]["game"]
    assert chosen["undo"] == 0
    ben.version = anna.version
    with pytest.raises(ServerError, match="Only whoever chose"):
        await ben.undo()
    undone = (await anna.undo())["table"]["game"]
    assert (undone["position"], undone["undo"]) == (rolled["position"], None)
    again = await anna.choose(action)
    assert again["table"]["game"]["position"] == chosen["position"]
    if "roll" in [a["action"] for a in chosen["actions"]]:
        await anna.move("roll")
        with pytest.raises(ServerError, match="dice have been rolled"):
            await anna.undo()


async def test_a_table_may_forbid_undo(server: Serving) -> None:
    """With undo off, a choice is a choice."""
    anna, _ = await begun(server, undo=False)
    rolled = (await anna.move())["table"]["game"]
    chosen = await anna.choose(rolled["actions"][0]["action"])
    assert chosen["table"]["game"]["undo"] is None
    with pytest.raises(ServerError) as refused:
        await anna.undo()
    assert refused.value.kind == "not-yours"


async def test_reactions_do_not_make_a_move_stale(server: Serving) -> None:
    """Clapping is a change of the table, not of the game: a move may answer the version before it."""
    anna, ben = await begun(server)
    version = anna.version
    clapped = await ben.react("clap")
    assert clapped["entries"] == [{"type": "reacted", "seat": 1, "reaction": "clap"}]
    assert clapped["version"] == version + 1
    assert (await anna.move(version=version))["version"] == version + 2


async def test_nothing_can_be_played_before_the_start_and_after_the_end(server: Serving) -> None:
    """Moves before the start, starting twice, and moves at a closed table are refused."""
    anna = await server.client.create("junior", [ANNA, BEN])
    with pytest.raises(ServerError, match="not been started"):
        await anna.move(version=1)
    with pytest.raises(ServerError, match="once a game is over"):
        await anna.rematch()
    await anna.start()
    with pytest.raises(ServerError, match="started already"):
        await anna.start()
    await anna.close()
    with pytest.raises(ServerError, match="closed"):
        await anna.move()

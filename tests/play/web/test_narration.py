"""Narration: every event of a game appears as a sentence on the screen, in every language."""

from typing import Any

import pytest
from playwright.sync_api import expect

from play.web.browsing import DESKTOP, SMALL, Visits
from play.web.node import evaluate
from play.web.playing import ANNA, CHICK, await_lines, begin, play_on
from roost.core.moves import Event
from roost.core.registry import all_games, game_type
from roost.core.state import Node, State
from roost.core.stream import Stream
from roost.core.words import Language, Messages
from roost.core.words.sentences import describe_event
from soak import rarely

GAMES = tuple(all_games())
NAMES = ("Anna", "Ben", "Cleo")
NEVER = {"junior": {"returned"}}
"""Declared events that never happen, by game: Junior shares its family's events, but no tile is returned there."""
WATCH = """() => {
    const noted = (place) => {
        const texts = [];
        const note = (records) => {
            for (const { addedNodes } of records) for (const node of addedNodes) texts.push(node.textContent);
        };
        new MutationObserver(note).observe(document.querySelector(place), { childList: true });
        return texts;
    };
    globalThis.shown = noted(".narration__text");
    globalThis.heard = noted("#live");
}"""


def changes(game: str) -> tuple[tuple[State, tuple[Event, ...], State], ...]:
    """State, events and next state of moves in which every event type of a game happens at least once."""
    wanted = {kind.name() for kind in game_type(game).event_types} - NEVER.get(game, set())
    recorded: list[tuple[State, tuple[Event, ...], State]] = []
    seen: set[str] = set()
    for seed in range(4000):
        chance, start = Stream(seed), "random" if seed % 2 else 0
        state: State = game_type(game)(players=3, start=start).opening()
        while state.node is not Node.OVER:
            move = state.dice.draw(chance) if state.dice is not None else chance.choice(state.actions())
            after, events = state.play(move)
            names = {event.name() for event in events}
            if names - seen:
                seen |= names
                recorded.append((state, events, after))
            state = after
        if seen >= wanted:
            return tuple(recorded)
    raise AssertionError(f"{game} never had {sorted(wanted - seen)}")


def table_of(state: State) -> dict[str, Any]:
    """Return a table at a position, reduced to the fields that steps need."""
    return {"version": 1, "game": {"state": state.to_json(), "seat": state.seat, "actions": [], "undo": None}}


@pytest.mark.parametrize("game", GAMES)
def test_every_event_type_has_a_sentence_in_every_language(game: str) -> None:
    """The page's steps contain each declared event and all its sentences."""
    kind = game_type(game)
    wanted: list[list[str]] = []
    data: list[list[dict[str, Any]]] = []
    for before, events, after in changes(game):
        for messages in map(Messages, Language):
            sentences = [describe_event(event, before.game, messages, NAMES) for event in events]
            assert all(f"event.{event.name()}" in messages.of(before.game) for event in events)
            assert all(sentence[-1] in ".!" for sentence in sentences)
        change = {"version": 2, "at": 0.0, "entries": [], "sentences": sentences, "table": table_of(after)}
        data.append([table_of(before), {**change, "events": [event.to_json() for event in events]}])
        wanted.append(sentences)
    steps_of_changes = evaluate("model/steps.js", "data.map(([before, change]) => it.stepsOf(before, change))", data)
    assert [[sentence for step in steps for sentence in step["sentences"]] for steps in steps_of_changes] == wanted
    types = {event["type"] for steps in steps_of_changes for step in steps for event in step["events"]}
    assert types == {event_type.name() for event_type in kind.event_types} - NEVER.get(game, set())


@pytest.mark.parametrize("game", ["heckmeck", *rarely("junior", "barbecue", "picnic")])
def test_a_bots_turn_is_narrated_in_one_line(visits: Visits, game: str) -> None:
    """A player's own turn has a sentence for each step; screen readers get every sentence of both turns."""
    page = begin(visits, game, ANNA, CHICK, options={"start": "A"})
    assert page.locator(".narration").bounding_box()["height"] > 30  # type: ignore[index]
    page.evaluate(WATCH)
    play_on(page)
    await_lines(page, 30)
    shown, spoken = (" ".join(page.evaluate(f"() => globalThis.{place}")) for place in ("shown", "heard"))
    lines = page.locator(".log__line--event").all_text_contents()[:25]
    assert [line for line in lines if line not in spoken] == []
    assert [line for line in lines if line.startswith("Anna ") and line not in shown] == []
    routine = [line for line in lines if line.startswith(("Chick rolls", "Chick sets aside", "Chick picks up"))]
    assert routine
    assert [line for line in routine if line in shown] == []


def test_a_sentence_about_the_player_stays_until_they_act(visits: Visits) -> None:
    """Another bot's turn does not replace the sentence.

    A sentence too long for its line has smaller letters on a small phone.
    """
    page = begin(visits, "junior", ANNA, CHICK, options={"start": "A"})
    say = """async () => {
        const base = new URL(".", document.querySelector("script[type=module]").src).href;
        const { narration } = await import(base + "parts/narration.js");
        const line = globalThis.line = narration(() => {});
        document.querySelector(".narration").replaceWith(line.element);
        line.say("Hen snatches 22 from Anna!", { isTurn: true, isToMe: true });
        line.say("Fox takes 23.", { isTurn: true });
    }"""
    page.evaluate(say)
    line = page.locator(".narration")
    expect(line).to_have_text("Hen snatches 22 from Anna!")
    expect(line).to_have_attribute("data-to-me", "")
    page.evaluate("""() => line.say("Anna rolls 1 2 3.")""")
    expect(line).to_have_text("Anna rolls 1 2 3.")
    assert line.get_attribute("data-to-me") is None
    tell = "() => line.say('Anna rolls worm cucumber cucumber cheese ketchup ketchup.')"
    page.set_viewport_size(SMALL)
    page.evaluate(tell)
    expect(line).to_have_attribute("data-long", "")
    assert page.locator(".narration__text").evaluate("(text) => text.scrollHeight <= text.clientHeight + 1")
    page.set_viewport_size(DESKTOP)
    page.evaluate(tell)
    page.evaluate("() => new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))")
    assert line.get_attribute("data-long") is None

// The analysis board: shows any position of any game with the exact odds of its choices, and lets you try moves.

import { LETTERS } from "../art/seats.js";
import { announce } from "../lib/announce.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { bind, numberKeys } from "../lib/keys.js";
import { origin } from "../lib/place.js";
import { released } from "../lib/pointer.js";
import { render } from "../lib/render.js";
import { current, extended, lineFrom, movedTo } from "../model/tried-moves.js";
import { allGames } from "../model/games.js";
import { loadUi, partOf } from "../model/game-ui.js";
import { eventsOf } from "../model/steps.js";
import { api, orElse, Problem, randomHex } from "../net/api.js";
import { choiceList } from "../parts/choices.js";
import { iconButton } from "../parts/icons.js";
import { shareButtons } from "../parts/invite.js";
import { capital } from "../parts/names.js";
import { oddsPanel } from "../parts/odds.js";
import { segments } from "../parts/segments.js";
import { diceKeys, setupPanel } from "../parts/setup.js";
import { stage } from "../parts/stage.js";

/** @type {Page} */
export default async function page({ query }, root) {
  const games = await allGames();
  const selected = games.find(({ name }) => name === query.get("game"));
  const first = (selected ?? games[0])?.openings[0] ?? "";
  const head = h("header.stack.stack--tight.analysis__head");

  /** @param {unknown} why null clears the notice */
  const complain = (why) => {
    const message = why instanceof Problem ? why.detail : String(why);
    const notice = why !== null && h("p.notice.notice--bad", { role: "alert" }, message);
    render(head, h("h1", t("analysis.title")), h("p.soft", t("analysis.intro")), notice);
  };

  /** @type {PositionView} */
  let begun;
  let mistyped = null;
  try {
    const wanted = query.get("position");
    begun = await api.get("/positions", { position: wanted ?? first });
    // Without a position or a game, start with a position whose odds show what the page can do.
    if (!wanted && !selected) begun = (await api.get("/positions/play", { position: first, seed: "roost" })).after;
  } catch (why) {
    if (!(why instanceof Problem) || (why.status !== 422 && why.status !== 400)) throw why;
    mistyped = why; // an outdated link: report this, and show the first position
    begun = await api.get("/positions", { position: first });
  }
  let [ui, editing] = await Promise.all([loadUi(begun.state["game"]), editorOf(begun.state["game"])]);
  if (!root.isConnected) return { title: t("analysis.title") }; // the user has left the page
  let line = lineFrom(begun);
  let turn = 0;
  let aim = query.get("aim") === "win" ? "win" : "gain";

  const choices = choiceList((chosen) => void choose(chosen));
  const table = stage({ onChoose: (token) => choices.choose(token), onRoll: () => choices.roll() });
  const odds = oddsPanel();
  const acts = h("section.card.stack.stack--tight", { "aria-label": t("analysis.choices") });
  const tried = h("section.card.stack.stack--tight", { "aria-labelledby": "analysis-line" });
  const text = h("textarea.input.analysis__text", {
    rows: "3",
    spellcheck: "false",
    autocapitalize: "off",
    "aria-label": t("analysis.text"),
  });
  const share = h("div");
  const setup = setupPanel(games, { onText: (next, isEdited) => void read(next, isEdited) });
  const editor = h("details.card.analysis__setup", h("summary", h("h2", t("analysis.edit"))), setup.element);

  /**
   * Start a new line from the text of a position.
   * @param {string} position
   * @param {boolean} [isEditing] whether the text comes from the editor
   */
  const read = async (position, isEditing = false) => {
    const id = ++turn;
    try {
      const view = await api.get("/positions", { position });
      const game = String(view.state.game);
      const [newKit, newEditor] = await Promise.all([loadUi(game), editorOf(game)]);
      await released();
      if (id !== turn) return;
      [ui, editing] = [newKit, newEditor];
      line = lineFrom(view);
      show(isEditing);
    } catch (why) {
      if (id === turn) complain(why);
    }
  };

  /** @param {number} at */
  const go = (at) => {
    line = movedTo(line, at);
    show();
  };

  /** @param {string | null} chosen an action; null rolls at random */
  const choose = async (chosen) => play(chosen === null ? { seed: randomHex(8) } : { move: chosen });

  /** @param {{move?: string, seed?: string}} how */
  const play = async (how) => {
    const { view } = current(line);
    const id = ++turn;
    try {
      /** @type {PlayedView} */
      const played = await api.get("/positions/play", { position: view.position, ...how });
      if (id !== turn) return;
      const action = view.actions.find((known) => known.action === played.move);
      line = extended(line, {
        view: played.after,
        move: played.move,
        text: action?.text ? capital(action.text) : (played.sentences?.[0] ?? played.move),
        events: eventsOf(played),
      });
      for (const sentence of played.sentences ?? []) announce(sentence);
      show();
    } catch (why) {
      if (id === turn) complain(why);
    }
  };

  /** @param {boolean} [isEditing] */
  const show = (isEditing = false) => {
    const { view, events } = current(line);
    const mustRoll = view.node === "roll";
    complain(null);
    table.show({ ui, ...view, viewer: view.seat, events: /** @type {any} */ (events), mayRoll: mustRoll });
    offer({});
    drawActs(view);
    drawLine();
    text.value = view.position;
    const params = { position: view.position, ...(aim === "win" && { aim }) };
    const link = `${origin()}/analysis?${new URLSearchParams(params)}`;
    history.replaceState(history.state, "", link);
    fill(share, shareButtons(link, t("analysis.title")));
    setup.show(view, ui, editing, isEditing);
    void ask(view);
  };

  const drawLine = () => {
    const back = iconButton("step-previous", t("analysis.back"), () => go(line.at - 1));
    const forward = iconButton("step-next", t("analysis.forward"), () => go(line.at + 1));
    back.setAttribute("aria-disabled", String(line.at === 0));
    forward.setAttribute("aria-disabled", String(line.at === line.points.length - 1));
    const moves = line.points.map((point, at) => {
      const props = { "aria-current": at === line.at ? "step" : null, onclick: () => go(at) };
      return h("li", h("button.analysis__move.lights", props, at === 0 ? t("analysis.start") : point.text));
    });
    render(
      tried,
      h("div.analysis__linehead.line.gap-1", h("h2", { id: "analysis-line" }, t("analysis.line")), back, forward),
      h("ol.plain-list.analysis__moves.wraps.gap-1", ...moves),
      moves.length === 1 && h("p.small.soft", t("analysis.line_empty")),
    );
    tried.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };

  /** @param {Record<string, number>} fails */
  const offer = (fails) => {
    const { view } = current(line);
    const mustRoll = view.node === "roll";
    choices.show(
      view.node === "over"
        ? null
        : { actions: view.actions, mustRoll, dice: view.facts.to_roll ?? 0, die: ui.die, fails, isSent: false },
    );
  };

  /** @param {PositionView} view */
  const ask = async (view) => {
    const { say } = ui;
    const texts = Object.fromEntries(view.actions.map(({ action, text: label }) => [action, label ?? action]));
    if (view.node === "over" || view.seat === null) return odds.show({ odds: "none", texts, say });
    odds.show({ odds: "waiting", texts, say });
    const wantedAim = aim;
    // Show the odds at once, and add the strongest bot's choice later. If the aim is to win, that is the best choice
    // anyway.
    for (const hint of wantedAim === "win" ? [false] : [false, true]) {
      const isWanted = () => current(line).view === view && aim === wantedAim;
      const request = { position: view.position, hint, aim: wantedAim };
      /** @type {OddsView | "none" | null} */
      const answer = await orElse(api.get("/positions/odds", request, isWanted), "none");
      await released();
      if (!answer || !isWanted()) return undefined;
      odds.show({ odds: answer, texts, say });
      if (answer === "none") return undefined;
      offer(
        answer.choices.length
          ? Object.fromEntries(answer.choices.map((choice) => [choice.action, choice.fails]))
          : { "": answer.fails ?? 0 },
      );
      if (answer.choices.length < 2) return undefined;
    }
    return undefined;
  };

  /**
   * Draw the choices, or the keypad for entering dice, without losing the keyboard focus.
   * @param {PositionView} view
   * @param {string} [thrown] the dice entered so far
   */
  const drawActs = (view, thrown = "") => {
    const isDraw = view.state["turn"] === "draw";
    const symbols = ui.info.die.symbols.map(({ symbol }) => symbol);
    const keys = diceKeys(thrown, {
      where: t("analysis.dice_rolled"),
      faces: isDraw ? [...LETTERS.slice(0, view.state["players"])] : symbols,
      draw: isDraw ? (face) => face : ui.die,
      remove: (_, place) => drawActs(view, thrown.slice(0, place) + thrown.slice(place + 1)),
      add: (face) => {
        if (thrown.length + 1 === view.facts.to_roll) void play({ move: thrown + face });
        else drawActs(view, thrown + face);
      },
    });
    const roller = h("div.analysis__roller.stack.stack--tight", h("p.small.soft", t("analysis.roll_these")), ...keys);
    const isOver = view.node === "over";
    render(acts, choices.element, isOver && h("p", t("analysis.over")), view.node === "roll" && roller);
  };

  root.append(
    h(
      "div.analysis",
      head,
      h("div.analysis__table", table.element),
      h(
        "div.analysis__side.stack",
        acts,
        tried,
        editor, // above the odds, because their height changes
        h(
          "details.card",
          { open: true },
          h("summary", h("h2", t("analysis.choices"))),
          h(
            "div.stack.stack--tight",
            segments(
              t("analysis.aim"),
              [
                ["gain", t("analysis.aim_turn")],
                ["win", t("analysis.aim_win")],
              ],
              aim,
              (chosen) => {
                aim = chosen;
                show();
              },
            ),
            odds.element,
          ),
        ),
        h(
          "section.card.stack.stack--tight",
          { "aria-labelledby": "analysis-text" },
          h("h2", { id: "analysis-text" }, t("analysis.text")),
          h("p.small.soft", t("analysis.text_hint")),
          text,
          h(
            "div.row",
            h("button.button.button--main", { onclick: () => void read(text.value.trim()) }, t("analysis.read")),
            share,
          ),
        ),
      ),
    ),
  );
  const unbind = bind({
    ArrowLeft: [t("analysis.key_back"), () => go(line.at - 1)],
    ArrowRight: [t("analysis.key_forward"), () => go(line.at + 1)],
    ...numberKeys(t("analysis.key_choice"), choices.press),
  });
  show();
  if (mistyped) complain(mistyped);
  return {
    title: t("analysis.title"),
    leave: () => {
      unbind();
      turn++; // ignore answers that are still on their way
    },
  };
}

/**
 * @param {string} game
 * @returns {Promise<import("../model/setup.js").Editor | null>} the game's position editor, if it has one
 */
const editorOf = async (game) => partOf((await loadUi(game)).info, "setup");

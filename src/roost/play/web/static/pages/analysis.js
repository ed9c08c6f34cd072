// The analysis board: any position of any game, its choices with exact odds, and lines to try.

import { LETTERS } from "../art/seats.js";
import { announce } from "../lib/announce.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { bind, numberKeys } from "../lib/keys.js";
import { released } from "../lib/pointer.js";
import { render } from "../lib/render.js";
import { current, extended, lineFrom, movedTo } from "../model/tried-moves.js";
import { allGames } from "../model/games.js";
import { kitOf, partOf } from "../model/kit.js";
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
  const asked = games.find(({ name }) => name === query.get("game"));
  const first = (asked ?? games[0])?.openings[0] ?? "";
  const head = h("header.stack.stack--tight.analysis__head");

  /** @param {unknown} why nothing, if all is well */
  const complain = (why) => {
    const told = why instanceof Problem ? why.detail : String(why);
    const notice = why !== null && h("p.notice.notice--bad", { role: "alert" }, told);
    render(head, h("h1", t("analysis.title")), h("p.soft", t("analysis.intro")), notice);
  };

  /** @type {PositionView} */
  let begun;
  let mistyped = null;
  try {
    const wanted = query.get("position");
    begun = await api.get("/positions", { position: wanted ?? first });
    // Whoever wants nothing in particular sees a decision, with all the odds of it.
    if (!wanted && !asked) begun = (await api.get("/positions/play", { position: first, seed: "roost" })).after;
  } catch (why) {
    if (!(why instanceof Problem) || (why.status !== 422 && why.status !== 400)) throw why;
    mistyped = why; // a link: say so, and show something that works
    begun = await api.get("/positions", { position: first });
  }
  let [kit, editing] = await Promise.all([kitOf(begun.state["game"]), editorOf(begun.state["game"])]);
  if (!root.isConnected) return { title: t("analysis.title") }; // left meanwhile: the address is another page's
  let line = lineFrom(begun);
  let turn = 0;
  let aim = query.get("aim") === "win" ? "win" : "worms";

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
   * Begin a new line from the text of a position.
   * @param {string} position
   * @param {boolean} [isEditing] whether the editor knows it already
   */
  const read = async (position, isEditing = false) => {
    const mine = ++turn;
    try {
      const view = await api.get("/positions", { position });
      const game = String(view.state.game);
      const [itsKit, itsEditor] = await Promise.all([kitOf(game), editorOf(game)]);
      await released();
      if (mine !== turn) return;
      [kit, editing] = [itsKit, itsEditor];
      line = lineFrom(view);
      show(isEditing);
    } catch (why) {
      if (mine === turn) complain(why);
    }
  };

  /** @param {number} at */
  const go = (at) => {
    line = movedTo(line, at);
    show();
  };

  /** @param {string | null} chosen an action, or nothing for a random roll */
  const choose = async (chosen) => play(chosen === null ? { seed: randomHex(8) } : { move: chosen });

  /** @param {{move?: string, seed?: string}} how */
  const play = async (how) => {
    const { view } = current(line);
    const mine = ++turn;
    try {
      /** @type {PlayedView} */
      const played = await api.get("/positions/play", { position: view.position, ...how });
      if (mine !== turn) return;
      const action = view.actions.find((known) => known.action === played.move);
      line = extended(line, {
        view: played.after,
        move: played.move,
        text: action?.text ? capital(action.text) : (played.told?.[0] ?? played.move),
        events: eventsOf(played),
      });
      for (const sentence of played.told ?? []) announce(sentence);
      show();
    } catch (why) {
      if (mine === turn) complain(why);
    }
  };

  /** @param {boolean} [isEditing] */
  const show = (isEditing = false) => {
    const { view, events } = current(line);
    const mustRoll = view.node === "roll";
    complain(null);
    table.show({ kit, ...view, viewer: view.seat, events: /** @type {any} */ (events), mayRoll: mustRoll });
    offer({});
    drawActs(view);
    drawLine();
    text.value = view.position;
    const asked = { position: view.position, ...(aim === "win" && { aim }) };
    const link = `${location.origin}/analysis?${new URLSearchParams(asked)}`;
    history.replaceState(history.state, "", link);
    fill(share, shareButtons(link, t("analysis.title")));
    setup.show(view, kit, editing, isEditing);
    void ask(view);
  };

  const drawLine = () => {
    const back = iconButton("step-previous", t("analysis.back"), () => go(line.at - 1));
    const forward = iconButton("step-next", t("analysis.forward"), () => go(line.at + 1));
    back.setAttribute("aria-disabled", String(line.at === 0));
    forward.setAttribute("aria-disabled", String(line.at === line.points.length - 1));
    const moves = line.points.map((point, at) => {
      const given = { "aria-current": at === line.at ? "step" : null, onclick: () => go(at) };
      return h("li", h("button.analysis__move.lights", given, at === 0 ? t("analysis.start") : point.text));
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
        : { actions: view.actions, mustRoll, dice: view.sight.due ?? 0, die: kit.die, fails, isSent: false },
    );
  };

  /** @param {PositionView} view */
  const ask = async (view) => {
    const { say } = kit;
    const texts = Object.fromEntries(view.actions.map(({ action, text: told }) => [action, told ?? action]));
    if (view.node === "over" || view.seat === null) return odds.show({ odds: "none", texts, say });
    odds.show({ odds: "waiting", texts, say });
    const isAsked = aim;
    // The odds come at once; what the strongest bot would do takes it a moment longer. For the win, it does the best.
    for (const hint of isAsked === "win" ? [false] : [false, true]) {
      const isWanted = () => current(line).view === view && aim === isAsked;
      const asked = { position: view.position, hint, aim: isAsked };
      /** @type {OddsView | "none" | null} */
      const found = await orElse(api.get("/positions/odds", asked, isWanted), "none");
      await released();
      if (!found || !isWanted()) return undefined;
      odds.show({ odds: found, texts, say });
      if (found === "none") return undefined;
      offer(
        found.choices.length
          ? Object.fromEntries(found.choices.map((choice) => [choice.action, choice.fails]))
          : { "": found.fails ?? 0 },
      );
      if (found.choices.length < 2) return undefined;
    }
    return undefined;
  };

  /**
   * What one may do: choose, or say what dice show. Whoever uses keys stays where they are.
   * @param {PositionView} view
   * @param {string} [thrown] the dice so far
   */
  const drawActs = (view, thrown = "") => {
    const isDraw = view.state["turn"] === "draw";
    const symbols = kit.info.die.symbols.map(({ symbol }) => symbol);
    const keys = diceKeys(thrown, {
      where: t("analysis.dice_rolled"),
      faces: isDraw ? [...LETTERS.slice(0, view.state["players"])] : symbols,
      draw: isDraw ? (face) => face : kit.die,
      remove: (_, place) => drawActs(view, thrown.slice(0, place) + thrown.slice(place + 1)),
      add: (face) => {
        if (thrown.length + 1 === view.sight.due) void play({ move: thrown + face });
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
        editor, // above the odds, which take more or less room
        h(
          "details.card",
          { open: true },
          h("summary", h("h2", t("analysis.choices"))),
          h(
            "div.stack.stack--tight",
            segments(
              t("analysis.aim"),
              [
                ["worms", t("analysis.aim_turn")],
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
      turn++; // what is under way belongs to nobody any more
    },
  };
}

/**
 * How positions of a game are set up by tapping, if it brings that.
 * @param {string} game
 * @returns {Promise<import("../model/setup.js").Editor | null>}
 */
const editorOf = async (game) => partOf((await kitOf(game)).info, "setup");

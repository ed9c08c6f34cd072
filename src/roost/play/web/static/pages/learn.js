// A tutorial that plays a few turns with the reader. The dice are prepared; rules and odds are real.

import { bird } from "../art/birds.js";
import { announce } from "../lib/announce.js";
import { h } from "../lib/dom.js";
import { percent, t } from "../lib/i18n.js";
import { bind, numberKeys } from "../lib/keys.js";
import { render } from "../lib/render.js";
import { settings } from "../lib/settings.js";
import { allGames, infoOf } from "../model/games.js";
import { loadUi, partOf } from "../model/game-ui.js";
import { OPPONENT } from "../model/lesson.js";
import { eventsOf } from "../model/steps.js";
import { api } from "../net/api.js";
import { LEARNT } from "../model/pace.js";
import { choiceList } from "../parts/choices.js";
import { gameLinks } from "../parts/game-links.js";
import { iconButton } from "../parts/icons.js";
import { stage } from "../parts/stage.js";

/** @typedef {import("../model/lesson.js").LessonStep} LessonStep */

/** Largest difference in probability that is not mentioned. */
const SAME_CHANCE = 0.005;

/** @type {Page} */
export default async function page({ places }, root) {
  const game = places["game"] ?? "";
  const info = await infoOf(game);
  const [games, module] = await Promise.all([allGames(), partOf(info, "lesson")]);
  const title = t("learn.title", { game: info.short });
  if (!module) {
    // Without a lesson, point to the rules and to a first game.
    root.append(
      h(
        "div.stack",
        gameLinks("learn", game, games),
        h("h1", title),
        h("p.soft", t("learn.none")),
        h(
          "div.row",
          h("a.button.button--main", { href: `/new/${game}` }, t("rules.play")),
          h("a.button", { href: `/rules/${game}` }, t("learn.read_rules")),
        ),
      ),
    );
    return { title };
  }
  const ui = await loadUi(game);
  /** @type {Lesson} */
  const lesson = module.LESSON;
  const names = [t("learn.you"), OPPONENT];
  const steps = lesson.steps;

  /** @type {PositionView[]} positions before each step that the reader has reached */
  const reached = [await api.get("/positions", { position: lesson.start, names })];
  if (!root.isConnected) return { title }; // the user has left the page
  let at = 0;
  let isBusy = false;
  /** Whether the reader is seeing the result of a worse choice, which will be taken back. */
  let isTrying = false;
  /** @type {(() => void) | null} skips the pauses while the other player moves */
  let hurry = null;
  /** @type {Promise<OddsView> | null} */
  let odds = null;
  /** @type {HTMLElement | null} comment on the reader's choice */
  let reaction = null;
  /** @type {string[]} sentences about the other player's moves */
  let sentences = [];

  const choices = choiceList((chosen) => void choose(chosen));
  const table = stage({ onChoose: (token) => choices.choose(token), onRoll: () => choices.roll() });
  const links = gameLinks("learn", game, games);
  const head = h("header.lesson__head.stack.stack--tight");
  const words = h("div.stack.stack--tight");
  const coach = h(
    "section.lesson__coach.card",
    { "aria-label": title },
    h("span.lesson__bird", { "aria-hidden": "true" }, bird("hen")),
    words,
  );
  const dock = h("section.lesson__dock.stack.stack--tight", { "aria-label": t("learn.choose") });

  const step = () => /** @type {LessonStep} */ (steps[at]);
  const here = () => /** @type {PositionView} */ (reached[at]);
  const isMine = () => !isTrying && Boolean(step().best ?? step().roll);
  const isEnd = () => at === steps.length - 1;
  const mayAdvance = () => !isMine() && !isEnd();

  /** Draw everything except the table and its choices. */
  const draw = () => {
    const back = iconButton("back", t("learn.back"), () => void enter(at - 1));
    back.disabled = at === 0;
    const count = h("span.small.soft", t("learn.step", { step: at + 1, of: steps.length }));
    render(
      head,
      links,
      h("div.lesson__title.row", back, h("h1", title), count),
      h("progress.lesson__progress", { max: String(steps.length), value: at + 1 }),
    );
    render(
      words,
      reaction,
      h("p.lesson__says", ui.say(`lesson.${step().say}`)),
      h("ol.plain-list.lesson__told.soft", ...sentences.map((sentence) => h("li", sentence))),
    );
    const onward = t(`learn.${isTrying ? "try_again" : hurry ? "skip_watching" : "next"}`);
    const next = h("button.button.button--main.button--wide.lesson__next", { onclick: () => void advance() }, onward);
    render(dock, choices.element, mayAdvance() && next, isEnd() && ending(game, games));
  };

  /** @param {PositionView} view @param {GameEvent[]} events */
  const show = (view, events) => {
    const mayRoll = isMine() && view.node === "roll";
    const actions = isMine() ? view.actions : [];
    table.show({ ui, ...view, actions, names, viewer: 0, events, mayRoll });
    choices.show(
      isMine()
        ? { actions, mustRoll: mayRoll, dice: view.facts.to_roll ?? 0, die: ui.die, fails: {}, isSent: false }
        : null,
    );
    draw();
  };

  /**
   * Go to a step.
   * @param {number} wanted
   * @param {GameEvent[]} [events] that led to the step's position
   * @param {string} [praise]
   */
  const enter = async (wanted, events = [], praise = "") => {
    if (wanted < 0 || wanted >= steps.length) return;
    hurry?.();
    at = wanted;
    isTrying = false;
    const { say, position, watch, best } = step();
    if (position) reached[at] = await api.get("/positions", { position, names });
    announce(ui.say(`lesson.${say}`));
    const good = praise || (isEnd() && t("learn.done"));
    reaction = good ? h("div.lesson__reaction.lesson__reaction--good", h("p", h("b", good))) : null;
    sentences = [];
    hurry = watch ? () => {} : null;
    odds = best ? api.get("/positions/odds", { position: here().position, names }) : null;
    odds?.catch(() => undefined); // if this fails, the odds are requested again later
    show(here(), events);
    coach.scrollIntoView({ block: "nearest" });
    if (watch) await play(watch);
  };

  /** @param {string[]} moves of the other player */
  const play = async (moves) => {
    const startedAt = at;
    let view = here();
    let isHurried = false;
    hurry = () => (isHurried = true);
    for (const move of moves) {
      await new Promise((resolve) => {
        setTimeout(resolve, isHurried || settings().speed === "instant" ? 0 : LEARNT[settings().speed]);
        hurry = () => resolve((isHurried = true));
      });
      /** @type {PlayedView} */
      const played = await api.get("/positions/play", { position: view.position, move, names, reader: 0 });
      if (at !== startedAt) return;
      view = played.after;
      sentences.push(...(played.sentences ?? []));
      show(view, isHurried ? [] : eventsOf(played));
      for (const sentence of played.sentences ?? []) announce(sentence);
    }
    hurry = null;
    reached[at + 1] = view;
    draw();
  };

  const advance = async () => {
    if (hurry) return hurry();
    if (isTrying) return takeBack();
    if (!mayAdvance() || isBusy) return undefined;
    reached[at + 1] ??= here();
    return enter(at + 1);
  };

  /** @param {string | null} chosen by the reader; null for a roll */
  const choose = async (chosen) => {
    const { best, roll } = step();
    if (isBusy) return undefined;
    const isOther = Boolean(best) && chosen !== null && chosen !== best;
    if (best && chosen !== null && isOther) {
      /** @type {OddsView} */
      const answer = await (odds ?? api.get("/positions/odds", { position: here().position, names }));
      const [chosenValue, bestValue] = [chosen, best].map(
        (token) => answer.choices.find(({ action }) => action === token)?.value,
      );
      // Accept a different choice if its value, rounded as shown, is the same.
      if (chosenValue == null || bestValue == null || chosenValue.toFixed(1) !== bestValue.toFixed(1))
        return tryOut(chosen, best);
    }
    const move = best ?? roll;
    if (!move) return undefined;
    const isDecision = here().actions.length > 1;
    isBusy = true;
    try {
      /** @type {PlayedView} */
      const played = await api.get("/positions/play", { position: here().position, move, names });
      reached[at + 1] = played.after;
      isBusy = false;
      const praise = best && isDecision ? t(isOther ? "learn.as_good" : "learn.right") : "";
      await enter(at + 1, eventsOf(played), praise);
    } finally {
      isBusy = false;
    }
  };

  /**
   * Play the reader's worse choice, show the result, and say which choice is better and why.
   * @param {string} chosen
   * @param {string} best
   */
  const tryOut = async (chosen, best) => {
    const startedAt = at;
    const { position, actions } = here();
    const [played, answer] = await Promise.all([
      /** @type {Promise<PlayedView>} */ (api.get("/positions/play", { position, move: chosen, names, reader: 0 })),
      odds ?? api.get("/positions/odds", { position, names }),
    ]);
    if (at !== startedAt || isTrying) return;
    isTrying = true;
    const better = actions.find(({ action }) => action === best)?.text ?? best;
    const happened = [...(played.sentences ?? []), t("learn.less_good", { best: better })];
    const why = compared(ui, answer, chosen, best);
    const sentences = h("p", h("b", happened.join(" ")), " ", why.join(" "));
    reaction = h("div.lesson__reaction.lesson__reaction--kind", sentences);
    announce([...happened, ...why].join(" "));
    show(played.after, eventsOf(played));
    coach.scrollIntoView({ block: "nearest" });
  };

  /** Return to the position before the reader's choice, and highlight the best choice. */
  const takeBack = () => {
    isTrying = false;
    show(here(), []);
    const { best = "" } = step();
    // Highlight the best choice's button, piece and dice.
    const places = ["action", "choose"].map((name) => `[data-${name}="${CSS.escape(best)}"]`);
    for (const element of root.querySelectorAll(places.join())) element.toggleAttribute("data-lit", true);
    for (const face of here().actions.find(({ action }) => action === best)?.dice ?? "")
      root
        .querySelector(`[data-pick][data-face="${CSS.escape(face)}"]:not([data-lit])`)
        ?.toggleAttribute("data-lit", true);
  };

  root.append(h("div.lesson.gap-3", head, coach, table.element, dock));
  await enter(0);
  const unbind = bind({
    ArrowRight: [t("learn.key_next"), () => void advance()],
    Enter: [t("learn.key_next"), () => (mayAdvance() ? void advance() : choices.roll())],
    ArrowLeft: [t("learn.key_back"), () => void enter(at - 1)],
    ...numberKeys(t("learn.key_choice"), choices.press),
  });
  return {
    title,
    leave: () => {
      unbind();
      at = -1; // stop the moves being played
      hurry?.();
    },
  };
}

/** @param {string} game @param {GameInfo[]} games */
function ending(game, games) {
  const others = games.filter(({ name, page: parts }) => name !== game && parts["lesson"]);
  return h(
    "div.row.lesson__end",
    h("a.button.button--main", { href: `/new/${game}` }, t("rules.play")),
    h("a.button", { href: `/rules/${game}` }, t("learn.read_rules")),
    ...others.map(({ name, short }) =>
      h("a.button.button--quiet", { href: `/learn/${name}` }, t("learn.title", { game: short })),
    ),
  );
}

/**
 * Return sentences that compare the odds of two choices.
 * @param {GameUi} ui
 * @param {OddsView} odds
 * @param {string} chosen
 * @param {string} best
 * @returns {string[]}
 */
function compared({ say }, odds, chosen, best) {
  const [first, second] = [chosen, best].map((token) => odds.choices.find((choice) => choice.action === token));
  if (first?.value == null || second?.value == null) return [];
  const worth = (/** @type {number} */ value) => say("score.told", { n: Math.round(value * 10) / 10 });
  return [
    ...(first.fails - second.fails > SAME_CHANCE
      ? [t("learn.fails_compared", { chosen: percent(first.fails), best: percent(second.fails) })]
      : []),
    t("learn.gains_compared", { chosen: worth(first.value), best: worth(second.value) }),
  ];
}

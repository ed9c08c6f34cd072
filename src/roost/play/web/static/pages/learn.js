// A tutorial that plays a few turns with the reader. The dice are prepared; rules and odds are the real ones.

import { bird } from "../art/birds.js";
import { announce } from "../lib/announce.js";
import { h } from "../lib/dom.js";
import { percent, t } from "../lib/i18n.js";
import { bind, numberKeys } from "../lib/keys.js";
import { render } from "../lib/render.js";
import { settings } from "../lib/settings.js";
import { allGames, infoOf } from "../model/games.js";
import { kitOf, partOf } from "../model/kit.js";
import { OPPONENT } from "../model/lesson.js";
import { eventsOf } from "../model/steps.js";
import { api } from "../net/api.js";
import { LEARNT } from "../model/pace.js";
import { choiceList } from "../parts/choices.js";
import { gameLinks } from "../parts/game-links.js";
import { iconButton } from "../parts/icons.js";
import { stage } from "../parts/stage.js";

/** @typedef {import("../model/lesson.js").LessonStep} LessonStep */

/** Differences that nobody notices. */
const SAME_CHANCE = 0.005;

/** @type {Page} */
export default async function page({ places }, root) {
  const game = places["game"] ?? "";
  const info = await infoOf(game);
  const [games, found] = await Promise.all([allGames(), partOf(info, "lesson")]);
  const title = t("learn.title", { game: info.short });
  if (!found) {
    // It is learnt from its rules, and by a first game with the odds at hand.
    root.append(
      h(
        "div.stack",
        gameLinks("learn", game, games),
        h("h1", title),
        h("p.soft", t("learn.none")),
        h(
          "div.row",
          h("a.button.button--main", { href: `/new/${game}?with=bot` }, t("rules.play")),
          h("a.button", { href: `/rules/${game}` }, t("learn.read_rules")),
        ),
      ),
    );
    return { title };
  }
  const kit = await kitOf(game);
  /** @type {Lesson} */
  const lesson = found.LESSON;
  const names = [t("learn.you"), OPPONENT];
  const steps = lesson.steps;

  /**
   * The position before each step that was reached.
   * @type {PositionView[]}
   */
  const reached = [await api.get("/positions", { position: lesson.start, names })];
  if (!root.isConnected) return { title }; // left meanwhile: there is nobody to tell anything
  let at = 0;
  let isBusy = false;
  /** Whether the reader looks at what a choice has led to that they will take back. */
  let isTrying = false;
  /** @type {(() => void) | null} while the other player moves */
  let hurry = null;
  /** @type {Promise<OddsView> | null} */
  let odds = null;
  /** @type {HTMLElement | null} what is said about the reader's choice */
  let reaction = null;
  /** @type {string[]} what the other player did */
  let told = [];

  const choices = choiceList((chosen) => void take(chosen));
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
  const mayGoOn = () => !isMine() && !isEnd();

  /** Draw all but the table and the choices at it. */
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
      h("p.lesson__says", kit.say(`lesson.${step().say}`)),
      h("ol.plain-list.lesson__told.soft", ...told.map((sentence) => h("li", sentence))),
    );
    const onward = t(`learn.${isTrying ? "try_again" : hurry ? "skip_watching" : "next"}`);
    const next = h("button.button.button--main.button--wide.lesson__next", { onclick: () => void goOn() }, onward);
    render(dock, choices.element, mayGoOn() && next, isEnd() && ending(game, games));
  };

  /** @param {PositionView} view @param {GameEvent[]} events */
  const show = (view, events) => {
    const mayRoll = isMine() && view.node === "roll";
    const actions = isMine() ? view.actions : [];
    table.show({ kit, ...view, actions, names, viewer: 0, events, mayRoll });
    choices.show(
      isMine()
        ? { actions, mustRoll: mayRoll, dice: view.sight.due ?? 0, die: kit.die, fails: {}, isSent: false }
        : null,
    );
    draw();
  };

  /**
   * Come to a step.
   * @param {number} wanted
   * @param {GameEvent[]} [events] what led there
   * @param {string} [praise]
   */
  const enter = async (wanted, events = [], praise = "") => {
    if (wanted < 0 || wanted >= steps.length) return;
    hurry?.();
    at = wanted;
    isTrying = false;
    const { say, position, watch, best } = step();
    if (position) reached[at] = await api.get("/positions", { position, names });
    announce(kit.say(`lesson.${say}`));
    const good = praise || (isEnd() && t("learn.done"));
    reaction = good ? h("div.lesson__reaction.lesson__reaction--good", h("p", h("b", good))) : null;
    told = [];
    hurry = watch ? () => {} : null;
    odds = best ? api.get("/positions/odds", { position: here().position, names }) : null;
    odds?.catch(() => undefined); // asked for again, and told, only if it is needed
    show(here(), events);
    coach.scrollIntoView({ block: "nearest" });
    if (watch) await play(watch);
  };

  /**
   * Let the other player move.
   * @param {string[]} moves
   */
  const play = async (moves) => {
    const mine = at;
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
      if (at !== mine) return;
      view = played.after;
      told.push(...(played.told ?? []));
      show(view, isHurried ? [] : eventsOf(played));
      for (const sentence of played.told ?? []) announce(sentence);
    }
    hurry = null;
    reached[at + 1] = view;
    draw();
  };

  const goOn = async () => {
    if (hurry) return hurry();
    if (isTrying) return takeBack();
    if (!mayGoOn() || isBusy) return undefined;
    reached[at + 1] ??= here();
    return enter(at + 1);
  };

  /**
   * What the reader chose.
   * @param {string | null} chosen
   */
  const take = async (chosen) => {
    const { best, roll } = step();
    if (isBusy) return undefined;
    const isOther = Boolean(best) && chosen !== null && chosen !== best;
    if (best && chosen !== null && isOther) {
      /** @type {OddsView} */
      const found = await (odds ?? api.get("/positions/odds", { position: here().position, names }));
      const [one, other] = [chosen, best].map((token) => found.choices.find(({ action }) => action === token)?.value);
      // Another choice may be worth as much, as far as anybody is told.
      if (one === undefined || other === undefined || one.toFixed(1) !== other.toFixed(1))
        return letHappen(chosen, best);
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
   * Do what the reader chose, show what comes of it, and say what is better and why.
   * @param {string} chosen
   * @param {string} best
   */
  const letHappen = async (chosen, best) => {
    const mine = at;
    const { position, actions } = here();
    const [played, found] = await Promise.all([
      /** @type {Promise<PlayedView>} */ (api.get("/positions/play", { position, move: chosen, names, reader: 0 })),
      odds ?? api.get("/positions/odds", { position, names }),
    ]);
    if (at !== mine || isTrying) return;
    isTrying = true;
    const better = actions.find(({ action }) => action === best)?.text ?? best;
    const said = [...(played.told ?? []), t("learn.less_good", { best: better })];
    const why = compared(kit, found, chosen, best);
    const sentences = h("p", h("b", said.join(" ")), " ", why.join(" "));
    reaction = h("div.lesson__reaction.lesson__reaction--kind", sentences);
    announce([...said, ...why].join(" "));
    show(played.after, eventsOf(played));
    coach.scrollIntoView({ block: "nearest" });
  };

  /** Back to before the reader's choice: what is asked for is lit up. */
  const takeBack = () => {
    isTrying = false;
    show(here(), []);
    const { best = "" } = step();
    // The button, the piece and the dice that it is about.
    const places = ["action", "choose"].map((name) => `[data-${name}="${CSS.escape(best)}"]`);
    for (const lit of root.querySelectorAll(places.join())) lit.toggleAttribute("data-lit", true);
    for (const face of here().actions.find(({ action }) => action === best)?.dice ?? "")
      root
        .querySelector(`[data-pick][data-face="${CSS.escape(face)}"]:not([data-lit])`)
        ?.toggleAttribute("data-lit", true);
  };

  root.append(h("div.lesson.gap-3", head, coach, table.element, dock));
  await enter(0);
  const unbind = bind({
    ArrowRight: [t("learn.key_next"), () => void goOn()],
    Enter: [t("learn.key_next"), () => (mayGoOn() ? void goOn() : choices.roll())],
    ArrowLeft: [t("learn.key_back"), () => void enter(at - 1)],
    ...numberKeys(t("learn.key_choice"), choices.press),
  });
  return {
    title,
    leave: () => {
      unbind();
      at = -1; // nothing that is under way belongs here any more
      hurry?.();
    },
  };
}

/**
 * Where to go from the end of a lesson.
 * @param {string} game
 * @param {GameInfo[]} games
 */
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
 * What the odds say about two choices.
 * @param {Kit} kit
 * @param {OddsView} odds
 * @param {string} chosen
 * @param {string} best
 * @returns {string[]}
 */
function compared({ say }, odds, chosen, best) {
  const [one, other] = [chosen, best].map((token) => odds.choices.find((choice) => choice.action === token));
  if (!one || !other) return [];
  const worth = (/** @type {number} */ value) => say("score.told", { n: Math.round(value * 10) / 10 });
  return [
    ...(one.fails - other.fails > SAME_CHANCE
      ? [t("learn.fails_compared", { chosen: percent(one.fails), best: percent(other.fails) })]
      : []),
    t("learn.gains_compared", { chosen: worth(one.value), best: worth(other.value) }),
  ];
}

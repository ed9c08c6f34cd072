// Replays a game step by step: with the board, the dice, a slider and keys, and a list of sentences.

import { announce } from "../lib/announce.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { bind } from "../lib/keys.js";
import { settings } from "../lib/settings.js";
import { REPLAYED } from "../model/pace.js";
import { nextTurn, previousTurn, sentenceAt, thrown, turnStarts, within } from "../model/replaying.js";
import { eventsOf } from "../model/steps.js";
import { icon, iconButton } from "./icons.js";
import { stage } from "./stage.js";

/**
 * @param {ReplayView} replay
 * @param {GameUi} ui
 * @param {{at?: number, onStep?: (at: number) => void}} options the first step to show
 */
export function replayPanel(replay, ui, { at: first = 0, onStep } = {}) {
  const last = replay.steps.length - 1;
  let at = -1;
  /** @type {ReturnType<typeof setTimeout> | null} */
  let playing = null;

  const table = stage();
  const sentence = h("p.replay__told");
  const count = h("output.replay__count.small.soft.numbers");
  const slider = h("input.replay__slider.grows", {
    type: "range",  min: "0", max: String(last), step: "1", "aria-label": t("game.slider"),
    oninput: () => show(Number(slider.value), false),
  }); // prettier-ignore
  const play = h("button.button.button--main.replay__play", { onclick: () => toggle() });
  const log = sentences(replay, (step) => show(step));

  /**
   * @param {number} wanted
   * @param {boolean} [isSaid] whether to announce the sentence; a slider announces its own value
   */
  const show = (wanted, isSaid = true) => {
    const to = within(replay, wanted);
    const step = replay.steps[to];
    if (to === at || !step) return;
    const isNext = to === at + 1;
    at = to;
    const { state, facts, scores } = step;
    const events = isNext ? eventsOf(step) : [];
    table.show({ ui, state, facts, scores, names: replay.names, events }, thrown(replay, at, ui.board.after));
    const text = at === 0 ? t("game.start_told") : sentenceAt(replay, at);
    sentence.textContent = text;
    count.textContent = t("game.position", { step: at, of: last });
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", `${t("game.position", { step: at, of: last })}. ${text}`);
    log.mark(at);
    for (const button of back) button.setAttribute("aria-disabled", String(at === 0));
    for (const button of on) button.setAttribute("aria-disabled", String(at === last));
    if (isSaid) announce(text);
    onStep?.(at);
  };

  const stop = () => {
    if (playing !== null) clearTimeout(playing);
    playing = null;
    fill(play, icon("play"), h("span", t("game.play")));
  };

  const playNext = () => {
    show(at + 1);
    if (at === last) stop();
    else playing = setTimeout(playNext, REPLAYED[settings().speed]);
  };

  const toggle = () => {
    if (playing !== null) return stop();
    if (at === last) show(0);
    fill(play, icon("pause"), h("span", t("game.pause")));
    playing = setTimeout(playNext, REPLAYED[settings().speed] / 2);
    return undefined;
  };

  /** @param {() => number} target */
  const jump = (target) => () => {
    stop();
    show(target());
  };
  const steps = {
    first: jump(() => 0),
    previousTurn: jump(() => previousTurn(replay, at)),
    previous: jump(() => at - 1),
    next: jump(() => at + 1),
    nextTurn: jump(() => nextTurn(replay, at)),
    last: jump(() => last),
  };
  const button = (/** @type {"first" | "previous" | "next" | "last"} */ to) =>
    iconButton(`step-${to}`, t(`game.${to}`), steps[to]);
  const [back, on] = [
    [button("first"), button("previous")],
    [button("next"), button("last")],
  ];

  const element = h(
    "div.replay",
    h("div.replay__table", table.element),
    h(
      "div.replay__controls.card.stack.gap-3",
      sentence,
      h("div.replay__line.line.gap-3", slider, count),
      h("div.replay__buttons.line", ...back, play, ...on),
    ),
    log.element,
  );
  const unbind = bind({
    ArrowLeft: [t("game.key_step"), steps.previous],
    ArrowRight: [t("game.key_step"), steps.next],
    ArrowUp: [t("game.key_turn"), steps.previousTurn],
    ArrowDown: [t("game.key_turn"), steps.nextTurn],
    Home: [t("game.key_ends"), steps.first],
    End: [t("game.key_ends"), steps.last],
    " ": [t("game.key_play"), toggle],
  });
  stop();
  show(first, false);
  requestAnimationFrame(() => log.mark(at)); // only in the page does the log have a height

  return {
    element,
    leave: () => {
      stop();
      unbind();
    },
  };
}

/**
 * Make the list of all sentences, turn by turn; a tap jumps to a step.
 * @param {ReplayView} replay
 * @param {(step: number) => void} onChoose
 */
function sentences(replay, onChoose) {
  /** @type {HTMLElement[]} */
  const lines = [];
  const starts = turnStarts(replay);
  const turns = starts.map((start, place) => {
    const end = starts[place + 1] ?? replay.steps.length;
    const items = Array.from({ length: end - start }, (_, offset) => {
      const at = start + offset;
      const text = at === 0 ? t("game.start_told") : sentenceAt(replay, at);
      const button = h("button.replay__sentence.lights", { onclick: () => onChoose(at) }, text);
      lines[at] = button;
      return h("li", button);
    });
    const { turn = 0, seat } = replay.steps[start] ?? {};
    const name = typeof seat === "number" ? (replay.names[seat] ?? "") : "";
    const title = turn ? t("game.turn", { turn, name }) : t("game.draw");
    return h("li.replay__turn", h("h3.small.soft", title), h("ol.plain-list", ...items));
  });
  const list = h("ol.plain-list.replay__turns", ...turns);
  const element = h(
    "section.replay__log.card.stack.stack--tight",
    { "aria-label": t("game.told") },
    h("h2", t("game.told")),
    h("div.replay__scroll", { tabindex: "0", role: "group", "aria-label": t("game.told") }, list),
  );

  return {
    element,
    /** @param {number} at */
    mark(at) {
      for (const line of list.querySelectorAll("[aria-current]")) line.removeAttribute("aria-current");
      const line = lines[at];
      line?.setAttribute("aria-current", "step");
      const place = list.parentElement;
      if (!line || !place) return;
      const { top, bottom } = line.getBoundingClientRect();
      const frame = place.getBoundingClientRect();
      // Scroll only the list, not the page.
      if (top < frame.top || bottom > frame.bottom) place.scrollTop += top - frame.top - frame.height / 3;
    },
  };
}

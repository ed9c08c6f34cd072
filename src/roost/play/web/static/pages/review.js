// The review of a finished game: decisive moments, win shares over time, luck and skill, and mistakes to try again.

import { badge } from "../art/seats.js";
import { announce } from "../lib/announce.js";
import { fill, h } from "../lib/dom.js";
import { list, t } from "../lib/i18n.js";
import { settle } from "../lib/my-games.js";
import { storeMistakes } from "../lib/my-mistakes.js";
import { loadUi } from "../model/game-ui.js";
import { offered, puzzle } from "../parts/puzzle.js";
import { address, api } from "../net/api.js";
import { capital } from "../parts/names.js";
import { segments } from "../parts/segments.js";
import { shareCurve } from "../parts/share-curve.js";
import { exact, signed } from "../parts/shares.js";
import { stage } from "../parts/stage.js";

/** Number of mistakes shown at first, and maximum number shown. */
const FIRST_MISTAKES = 3;
const MOST_MISTAKES = 12;
/** Maximum number of choices when a mistake is tried again. */
const MOST_OFFERED = 8;
/** The parts of a player's account; mistakes count as losses. */
const PARTS = /** @type {const} */ (["own_luck", "others_luck", "draw", "mistakes", "gifts", "residual"]);

/** @type {Page} */
export default async function page({ places }, root) {
  const table = encodeURIComponent(places["table"] ?? "");
  const number = Number(places["number"] ?? "1");
  const heading = h("h1", t("review.heading"));
  const waiting = h("p.soft", { role: "status" }, t("review.working"));
  const body = h("div.review.stack", heading, waiting);
  root.append(body);
  /** @type {ReviewView | null} */
  const review = await api.get(`/tables/${table}/review`, { game: number }, () => root.isConnected);
  if (!review) return { title: t("review.heading") };
  waiting.remove();
  settle([table, number], review.history);
  storeMistakes(review);
  const title = t("review.title", { game: review.title, names: list(review.names) });
  heading.textContent = title;
  const share = address(`/tables/${table}/review/picture`, { game: number });
  const moments = await decisiveMoments(review, `/game/${table}/${number}`);
  body.append(
    review.headline ? h("p.review__headline", review.headline) : "",
    review.yours ? h("p", review.yours) : "",
    review.moments.length > 0 ? card(t("review.moments"), moments) : "",
    card(t("review.curve"), shareCurve(review), h("p.soft.small", t("review.curve_help"))),
    accounts(review),
    mistakes(review, table, number),
    h(
      "div.row.review__links",
      h("button.button", { onclick: () => print() }, t("review.print")),
      h("a.button", { href: share, download: `roost-${review.game}.svg` }, t("review.picture")),
      h("a.button", { href: `/game/${table}/${number}` }, t("review.replay")),
      h("a.button", { href: `/puzzles?game=${review.game}` }, t("review.more_puzzles")),
    ),
    h("p.soft.small", t("review.made_with", { model: review.model }), " ", review.unlearnt),
  );
  return { title };
}

/** @param {string} title @param {...Children} content */
const card = (title, ...content) => h("section.card.stack.stack--tight", h("h2", title), ...content);

/** @param {ReviewView} review */
function accounts(review) {
  const parts = PARTS.filter((part) => part !== "draw" || review.accounts.some((account) => account.draw !== 0));
  const most = Math.max(0.05, ...review.accounts.flatMap((account) => parts.map((part) => Math.abs(account[part]))));
  return card(
    t("review.luck_and_skill"),
    h(
      "div.review__accounts.columns",
      ...review.accounts.map((account) => ledger(account, review.names[account.seat] ?? "", parts, most)),
    ),
    h("details", h("summary", t("review.what")), h("p.soft", t("review.what_told"))),
  );
}

/**
 * Draw one player's account: the sources of their win share.
 * @param {AccountView} account
 * @param {string} name
 * @param {(typeof PARTS[number])[]} parts
 * @param {number} most
 */
function ledger(account, name, parts, most) {
  const rows = parts.map((part) => {
    const value = part === "mistakes" ? -account[part] : account[part];
    // A bar extends to the right for a gain, and to the left for a loss.
    const width = `${((50 * Math.abs(value)) / most).toFixed(1)}%`;
    const left = value < 0 ? `${(50 + (50 * value) / most).toFixed(1)}%` : "50%";
    const style = { left, width, "--seat": `var(--seat-${account.seat})` };
    return h(
      "tr",
      { "data-part": part },
      h("th", { scope: "row" }, t(`review.part.${part}`)),
      h("td.ledger__bar", { "aria-hidden": "true" }, h("span.ledger__track", h("span.ledger__fill", { style }))),
      h("td.ledger__value.bold.numbers", signed(value)),
    );
  });
  return h(
    "article.ledger.list",
    { "aria-label": name },
    h("h3.ledger__name.line.anywhere", h("span", { "aria-hidden": "true" }, badge(account.seat)), name),
    h("p.ledger__way.bold", t("review.way", { start: exact(account.start), result: exact(account.result) })),
    h("table.ledger__parts.figures", h("tbody", ...rows)),
    h("p.small.soft", `${capital(account.graded)}.`),
  );
}

/** @param {ReviewView} review @param {string} table @param {number} number */
function mistakes(review, table, number) {
  const place = h("ol.review__mistakes.plain-list.list.gap-3");
  const seats = [...new Set(review.mistakes.map((mistake) => mistake.seat))].sort();
  const more = h("button.button", { onclick: () => show(chosen, MOST_MISTAKES) });
  const ownSeat = review.own_seats.length === 1 ? String(review.own_seats[0]) : "";
  let chosen = seats.map(String).includes(ownSeat) ? ownSeat : "";
  /**
   * @param {string} seat empty for all players
   * @param {number} [most]
   */
  const show = (seat, most = FIRST_MISTAKES) => {
    chosen = seat;
    const mistakes = review.mistakes
      .filter((mistake) => seat === "" || mistake.seat === Number(seat))
      .slice(0, MOST_MISTAKES);
    more.hidden = mistakes.length <= most;
    more.textContent = t("review.all_mistakes", { count: mistakes.length });
    fill(place, ...mistakes.slice(0, most).map((mistake) => mistakeItem(mistake, review, `/game/${table}/${number}`)));
  };
  show(chosen);
  /** @type {[string, string][]} */
  const players = [
    ["", t("review.everybody")],
    ...seats.map((seat) => /** @type {[string, string]} */ ([String(seat), review.names[seat] ?? ""])),
  ];
  return card(
    t("review.mistakes"),
    review.mistakes.length === 0 ? h("p", t("review.no_mistakes")) : h("p.soft", t("review.mistakes_lead")),
    seats.length > 1 && segments(t("review.whose"), players, chosen, (/** @type {string} */ value) => show(value)),
    place,
    more,
  );
}

/**
 * Draw a mistake: the player's choice, the better choice, and the position to try again.
 * @param {MistakeView} mistake
 * @param {ReviewView} review
 * @param {string} replay the replay's address
 */
function mistakeItem(mistake, review, replay) {
  const name = review.names[mistake.seat] ?? "";
  const again = h("div.review__again");
  const { choices, chosen, best, seat } = mistake;
  const find = (/** @type {string} */ token) => choices.find((choice) => choice.action === token);
  const explanation = t("review.told", {
    chosen: capital(find(chosen)?.text ?? chosen),
    share: exact(find(chosen)?.shares[seat] ?? 0),
    best: capital(find(best)?.text ?? best),
    best_share: exact(find(best)?.shares[seat] ?? 0),
  });
  const answer = h("p.review__told", { hidden: true }, explanation);
  const retry = h("button.button.small", { "aria-expanded": "false" }, t("review.retry"));
  const reveal = h("button.button.button--quiet.small", t("review.reveal"));
  const show = () => {
    answer.hidden = false;
    reveal.hidden = true;
  };
  reveal.addEventListener("click", () => {
    show();
    announce(answer.textContent ?? "");
  });
  retry.addEventListener("click", async () => {
    retry.disabled = true;
    const [ui, position] = await Promise.all([
      loadUi(review.game),
      api.get("/positions", { position: mistake.position }),
    ]);
    retry.setAttribute("aria-expanded", "true");
    const offeredChoices = offered(choices, chosen, position.actions, MOST_OFFERED);
    fill(
      again,
      puzzle({ ...position, ...mistake, ui, choices: offeredChoices, names: review.names }, { onAnswer: show }),
    );
    retry.hidden = true;
  });
  return h(
    "li.review__mistake.list",
    h(
      "p",
      h("strong", t("review.mistake", { turn: mistake.turn, name })),
      " ",
      h("span.review__cost.bold", t("review.cost", { mistake: exact(mistake.mistake) })),
    ),
    answer,
    h(
      "div.row",
      retry,
      reveal,
      h("a.button.button--quiet.small", { href: `${replay}#${mistake.place}` }, t("review.look")),
    ),
    again,
  );
}

/**
 * Draw a game's decisive moments: small pictures of the board with text.
 * @param {ReviewView} review
 * @param {string} game address of the game's replay
 */
async function decisiveMoments({ game: name, moments, names }, game) {
  const [ui, ...positions] = await Promise.all([
    loadUi(name),
    ...moments.map(({ position }) => /** @type {Promise<PositionView>} */ (api.get("/positions", { position }))),
  ]);
  return h(
    "ol.decisive.plain-list.columns.gap-4",
    ...moments.map(({ place, seat, roll, change, text, change_text: changed }, index) => {
      const { state, facts, scores } = /** @type {PositionView} */ (positions[index]);
      const before = { state, facts, scores };
      const after = roll === null ? before : (ui.board.after?.(before, { type: "rolled", seat, roll }) ?? before);
      const table = stage();
      table.show({ ui, ...after, names, viewer: seat });
      const href = `${game}#${place + (roll === null ? 0 : 1)}`;
      return h(
        "li.decisive__one.list",
        h("a.decisive__picture", { href, "aria-label": text }, table.element),
        h("p", text),
        h("p.decisive__change.bold", { "data-is": change > 0 ? "good" : "bad" }, changed),
      );
    }),
  );
}

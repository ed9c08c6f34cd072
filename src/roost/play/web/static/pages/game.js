// A finished game: its replay, the check of its dice, its record to download, and links to share.

import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { isLocal, origin, under } from "../lib/place.js";
import { loadUi } from "../model/game-ui.js";
import { within } from "../model/replaying.js";
import { address, api, fetchRecord } from "../net/api.js";
import { diceBadge } from "../parts/dice-check.js";
import { icon } from "../parts/icons.js";
import { shareButtons } from "../parts/invite.js";
import { replayPanel } from "../parts/replay.js";

/** @type {Page} */
export default async function page({ places, fragment }, root) {
  const table = encodeURIComponent(places["table"] ?? "");
  const number = Number(places["number"] ?? "1");
  /** @type {[ReplayView, string]} */
  const [replay, record] = await Promise.all([
    api.get(`/tables/${table}/replay`, { game: number }),
    fetchRecord(table, number),
  ]);
  const [ui, badge] = await Promise.all([
    loadUi(replay.game),
    diceBadge(record, `/verify?table=${table}&game=${number}`),
  ]);
  const title = t("game.title", { game: replay.title, names: replay.names.join(", ") });
  const analyse = h("a.button", { target: "_blank" }, t("game.analyse"));
  const share = h("div.game-page__share");
  const here = `${origin()}/game/${table}/${number}`;
  const shownFirst = within(replay, replay.outcome ? Infinity : 0);

  /** @param {number} at */
  const onStep = (at) => {
    const position = replay.steps[at]?.position ?? "";
    analyse.href = under(`/analysis?${new URLSearchParams({ position })}`);
    const link = at === shownFirst ? here : `${here}#${at}`;
    history.replaceState(history.state, "", link);
    if (!isLocal) fill(share, shareButtons(link, title)); // a game on this device alone
  };
  const panel = replayPanel(replay, ui, { at: fragment ? within(replay, Number(fragment)) : shownFirst, onStep });
  root.append(
    h(
      "div.game-page.stack",
      h(
        "header.game-page__head.stack--tight.stack",
        h("h1", title),
        h("p.game-page__result.large", replay.outcome_text ?? t("game.running")),
        h("div.row", badge),
      ),
      panel.element,
      h(
        "section.card.game-page__more.wraps.gap-4",
        { "aria-label": t("game.share") },
        !isLocal && h("div.stack.stack--tight", h("h2", t("game.share_step")), share),
        h(
          "div.row",
          h(
            "a.button",
            { href: address(`/tables/${table}/record`, { game: number }), download: "" },
            icon("download"),
            t("game.download"),
          ),
          analyse,
          replay.outcome && h("a.button", { href: `/review/${table}/${number}` }, t("review.link")),
          h("a.button.button--quiet", { href: `/table/${table}` }, t("game.to_table")),
        ),
      ),
    ),
  );
  return { title, leave: panel.leave };
}

// The page of the server's host: open tables, a notice to all pages, and who may create tables.

import { announce } from "../lib/announce.js";
import { fill, h } from "../lib/dom.js";
import { ago, list, number, t } from "../lib/i18n.js";
import { isLocal } from "../lib/place.js";
import { allGames } from "../model/games.js";
import { api, Problem } from "../net/api.js";
import { askWhich } from "../parts/dialog.js";
import { codeForm } from "../parts/code-form.js";
import { elsewhere } from "../parts/elsewhere.js";

/** @typedef {(request: Promise<HostView>) => Promise<void>} Show */

/** @type {Page} */
export default async function page(_, root) {
  if (isLocal) return elsewhere(root);
  const games = await allGames();
  const titles = new Map(games.map(({ name, short }) => [name, short]));
  const place = h("div.stack");
  const error = h("p.notice.notice--bad", { role: "alert", hidden: true });

  /** @type {Show} */
  const show = async (request) => {
    error.hidden = true;
    try {
      const view = await request;
      fill(place, numbers(view), notice(view, show), newTables(view, show), tables(view, titles, show), limits(view));
    } catch (refusal) {
      if (!(refusal instanceof Problem)) throw refusal;
      if (refusal.status === 401) {
        fill(place, entrance(show));
      } else {
        error.textContent = refusal.detail;
        error.hidden = false;
      }
    }
  };
  root.append(h("div.stack", h("header.stack.stack--tight", h("h1", t("host.title"))), error, place));
  await show(api.get("/host"));
  return { title: t("host.title") };
}

/** @param {Show} show */
const entrance = (show) =>
  codeForm({
    id: "host-token",
    text: t("host.lead"),
    label: t("host.token"),
    button: t("host.enter"),
    send: (token) =>
      api.post("/host/enter", { token }).then(
        (view) => show(Promise.resolve(view)).then(() => ""),
        (refusal) => (refusal.status === 401 ? t("host.wrong") : refusal.detail),
      ),
  });

/** @param {HostView} view */
const numbers = ({ counts, version }) =>
  h(
    "p.soft",
    t("host.numbers", {
      open: number(counts.open_tables),
      tables: number(counts.tables),
      people: number(counts.people),
      version,
    }),
  );

/** @param {HostView} view @param {Show} show */
function notice({ notice }, show) {
  const text = h("input.input", {
    id: "host-notice",
    maxlength: "200",
    autocomplete: "off",
    value: notice?.text ?? "",
  });
  const minutes = h("input.input", { id: "host-minutes", type: "number", min: "1", max: "10080", value: "5" });
  const send = (/** @type {string} */ sentence) =>
    show(api.post("/host/notice", { text: sentence, minutes: Math.max(1, Number(minutes.value) || 5) }));
  return part(
    "notice",
    h(
      "form.stack.stack--tight",
      {
        onsubmit: (/** @type {Event} */ event) =>
          (event.preventDefault(), void send(text.value)),
      },
      h("div.field", h("label", { for: text.id }, t("host.sentence")), text),
      h("div.field", h("label", { for: minutes.id }, t("host.minutes")), minutes),
      h(
        "div.row",
        h("button.button.button--main", { type: "submit" }, t("host.show")),
        notice && h("button.button", { onclick: () => void send("") }, t("host.end")),
      ),
      notice && h("p.small.soft", t("host.until", { time: clock(notice.until) })),
    ),
  );
}

/** @param {HostView} view @param {Show} show */
function newTables({ code }, show) {
  const input = h("input.input", { id: "host-code", maxlength: "40", autocomplete: "off", value: code });
  const send = (/** @type {string} */ wanted) => show(api.post("/host/code", { code: wanted }));
  return part(
    "code",
    code && h("p.small.soft", t("host.asks_text")),
    h(
      "form.stack.stack--tight",
      {
        onsubmit: (/** @type {Event} */ event) =>
          (event.preventDefault(), void send(input.value)),
      },
      h("div.field", h("label", { for: input.id }, t("host.code_label")), input),
      h(
        "div.row",
        h("button.button.button--main", { type: "submit" }, t("host.save")),
        code && h("button.button", { onclick: () => void send("") }, t("host.everyone")),
      ),
    ),
  );
}

/** @param {HostView} view @param {Map<string, string>} titles of the games @param {Show} show */
function tables({ tables }, titles, show) {
  /**
   * @param {string} label of the button
   * @param {string} question
   * @param {() => Promise<HostView>} send
   */
  const button = (label, question, send) => {
    const ask = async () => {
      if ((await askWhich(label, [h("p", question)], [label, t("common.back")])) !== label) return;
      await show(send());
      announce(t("common.done"));
    };
    return h("button.button", { onclick: () => void ask() }, label);
  };
  const rows = tables.map(({ id, code, game, names, changed_at }) => {
    const own = `/host/tables/${id}`;
    return h(
      "li.card.stack.stack--tight",
      h("p", h("strong", code), ` · ${titles.get(game) ?? game} · ${ago(changed_at)}`),
      names.length > 0 && h("p.small.soft", list(names)),
      h(
        "div.row",
        button(t("common.close"), t("host.sure_close", { code }), () => api.post(`${own}/close`)),
        button(t("host.delete"), t("host.sure_delete", { code }), () => api.delete(own)),
        ...names
          .filter((name) => name !== "?")
          .map((name) =>
            button(t("host.forget", { name }), t("host.sure_forget", { name, code }), () =>
              api.post(`${own}/forget`, { name }),
            ),
          ),
      ),
    );
  });
  return part(
    "tables",
    rows.length ? h("ul.plain-list.stack.stack--tight", ...rows) : h("p.soft", t("host.no_tables")),
  );
}

/** @param {HostView} view Its limits have the names that docs and settings use, in every language. */
const limits = ({ limits }) =>
  part(
    "limits",
    h(
      "ul.plain-list.small",
      Object.entries(limits).map(([name, value]) =>
        h("li", h("code", `ROOST_${name.toUpperCase()}`), ` ${number(value)}`),
      ),
    ),
  );

/** @param {string} name @param {...(Node | string | null | undefined | false)} content */
const part = (name, ...content) =>
  h(
    "section.card.stack.stack--tight",
    { "aria-labelledby": `host-${name}-title` },
    h("h2", { id: `host-${name}-title` }, t(`host.${name}`)),
    ...content,
  );

/** @param {number} at in seconds since 1970 */
const clock = (at) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" }).format(new Date(at * 1000));

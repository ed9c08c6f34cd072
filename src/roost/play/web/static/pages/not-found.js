// The page for addresses that lead nowhere.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @type {import("../lib/router.js").Page} */
export default async function notFound(_, root) {
  root.append(
    h(
      "section",
      { class: "alone" },
      h("h1", null, t("not_found.title")),
      h("p", { class: "soft" }, t("not_found.text")),
      h("a", { class: "button button--main", href: "/" }, t("problem.home")),
    ),
  );
  return { title: t("not_found.title") };
}

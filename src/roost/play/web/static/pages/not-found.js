// The page for addresses that lead nowhere.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @type {Page} */
export default async function notFound(_, root) {
  root.append(
    h(
      "section.alone.stack",
      h("h1", t("not_found.title")),
      h("p.soft", t("not_found.text")),
      h("a.button.button--main", { href: "/" }, t("problem.home")),
    ),
  );
  return { title: t("not_found.title") };
}

// Says what a page without a server cannot do, and where it can be done.

import { h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";

/** @param {HTMLElement} root @returns {import("../lib/router.js").Shown} */
export function elsewhere(root) {
  root.append(
    h(
      "section.alone.stack",
      h("h1", t("local.friends_title")),
      h("p.soft", t("local.refused")),
      h("p.soft", t("local.friends")),
      h("a.button.button--main", { href: "/" }, t("problem.home")),
    ),
  );
  return { title: t("local.friends_title") };
}

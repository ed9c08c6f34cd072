// A hint on request: the best choice with its win share and the reason, and what the other choices would mean.

import { announce } from "../lib/announce.js";
import { fill, h } from "../lib/dom.js";
import { t } from "../lib/i18n.js";
import { api, Problem } from "../net/api.js";
import { capital } from "./names.js";

/** Maximum number of choices in a hint. */
const MOST_TOLD = 6;

/** Make the button that asks for a hint, and the place for the hint. */
export function hintBox() {
  const answer = h("div.hint__answer.list");
  const button = h("button.button.hint__ask", t("review.hint"));
  const element = h("div.hint", button, answer);
  let position = "";

  const notYet = (/** @type {string} */ requested) => () => {
    if (requested === position) fill(answer, h("p.soft", t("review.hint_soon")));
    return requested === position;
  };

  button.addEventListener("click", async () => {
    const requested = position;
    button.disabled = true;
    try {
      /** @type {HintView | null} */
      const hint = await api.get("/positions/hint", { position: requested }, notYet(requested));
      if (!hint || requested !== position) return;
      fill(answer, h("p.hint__best", hint.text), whatIf(hint));
      button.hidden = true;
      announce(hint.text);
    } catch (error) {
      if (requested === position)
        fill(answer, h("p.soft", error instanceof Problem && error.detail ? error.detail : t("problem.offline")));
    } finally {
      button.disabled = false;
    }
  });

  return {
    element,

    /**
     * Set the position; a new position removes the hint.
     * @param {string} next
     */
    about(next) {
      if (next === position) return;
      position = next;
      button.hidden = false;
      fill(answer);
    },
  };
}

/** @param {HintView} hint */
function whatIf({ choices }) {
  const others = choices.slice(1, MOST_TOLD);
  if (others.length === 0) return null;
  return h(
    "details.hint__others",
    h("summary", t("review.what_if")),
    h("ul.plain-list", ...others.map((choice) => h("li", h("strong", capital(choice.text)), " ", choice.what_if))),
  );
}

"""A review as one HTML file that stands alone: no script, no font, no picture from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from roost.messages import Messages
from roost.messages.telling import describe_action, seat_name, tell_list, tell_outcome
from roost.review.columns import part, part_label, parts_of
from roost.review.picture import picture
from roost.review.report import report
from roost.review.review import Review
from roost.review.steps import Decision
from roost.review.telling import signed, tell_slip

__all__ = ["page"]

_MOST_SLIPS = 20
_MOST_CHOICES = 12

_STYLE = """
:root { color-scheme: light dark; --ink: #2b2320; --quiet: #6b5f58; --line: #e3d9cf; --paper: #fffaf3; --good: #2f6b2a;
  --bad: #a3322a }
@media (prefers-color-scheme: dark) { :root { --ink: #f3ece4; --quiet: #b5a99e; --line: #453c36; --paper: #1f1a17;
  --good: #96cf87; --bad: #f08a80 } }
body { margin: 0 auto; max-width: 54rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink);
  background: var(--paper) }
h1 { font-size: 1.4rem } h2 { font-size: 1.15rem; margin-top: 2rem }
svg { width: 100%; height: auto }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { padding: .35rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap }
th:first-child, td:first-child { text-align: left; white-space: normal }
thead th { font-weight: 500; color: var(--quiet) }
.quiet { color: var(--quiet) } .good { color: var(--good) } .bad { color: var(--bad) }
li { margin: .7rem 0 }
summary { cursor: pointer; min-height: 2.75rem }
code { overflow-wrap: anywhere }
"""


def page(review: Review, messages: Messages) -> str:
    """The page in the language of ``messages``."""
    return "\n".join(_lines(review, messages)) + "\n"


def _lines(review: Review, messages: Messages) -> Iterator[str]:
    record, say = review.record, messages.say
    title = escape(say("review.title", title=record.game.title, names=tell_list(record.names, messages)))
    yield "<!doctype html>"
    yield f'<html lang="{messages.language.value}"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title><style>{_STYLE}</style></head><body><main>"
    yield f"<h1>{title}</h1>"
    if record.outcome is None:
        yield f"<p>{escape(say('review.running'))}</p>"
    else:
        yield f"<p>{escape(tell_outcome(record.outcome, record.game, messages, record.names))}</p>"
    yield picture(report(review), messages)
    yield from _accounts(review, messages)
    yield f'<p class="quiet">{escape(say("review.luck_told"))}</p>'
    yield f"<h2>{escape(say('review.worst'))}</h2>"
    yield from _slips(review, messages)
    yield f'<p class="quiet">{escape(say("review.made_with", model=review.made_with))}</p>'
    yield "</main></body></html>"


def _accounts(review: Review, messages: Messages) -> Iterator[str]:
    say, accounts = messages.say, [account.to_json() for account in review.accounts]
    parts = parts_of(accounts)
    heads = [say("review.player"), say("review.start"), *(part_label(name, messages) for name in parts)]
    yield '<div class="scroll" tabindex="0"><table><thead><tr>'
    yield "".join(f'<th scope="col">{escape(head)}</th>' for head in (*heads, say("review.result")))
    yield "</tr></thead><tbody>"
    for account, told in zip(review.accounts, accounts, strict=True):
        yield f'<tr><th scope="row">{escape(seat_name(account.seat, review.record.names))}</th>'
        yield f"<td>{messages.percent(account.start)}</td>"
        for name in parts:
            value = part(told, name)
            tone = "quiet" if name == "residual" or abs(value) < 0.0005 else "good" if value > 0 else "bad"
            yield f'<td class="{tone}">{signed(value, messages)}</td>'
        yield f"<td>{messages.percent(account.result)}</td></tr>"
    yield "</tbody></table></div>"


def _slips(review: Review, messages: Messages) -> Iterator[str]:
    if not review.slips:
        yield f"<p>{escape(messages.say('review.none'))}</p>"
        return
    yield "<ol>"
    for decision in review.slips[:_MOST_SLIPS]:
        yield f"<li>{escape(tell_slip(decision, messages, review.record.names))}"
        yield from _choices(decision, review, messages)
        yield "</li>"
    yield "</ol>"


def _choices(decision: Decision, review: Review, messages: Messages) -> Iterator[str]:
    seat = decision.seat
    ranked = sorted(decision.values.items(), key=lambda item: -item[1][seat])[:_MOST_CHOICES]
    yield f"<details><summary><code>{escape(str(decision.state))}</code></summary><table><tbody>"
    for action, shares in ranked:
        told = escape(describe_action(decision.state, action, messages, review.record.names))
        mark = " ✓" if action == decision.best else " ←" if action == decision.chosen else ""
        yield f"<tr><td>{told}{mark}</td><td>{messages.percent(shares[seat])}</td></tr>"
    yield "</tbody></table></details>"

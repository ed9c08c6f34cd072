"""Write a review as one self-contained HTML file, without scripts, fonts or external pictures."""

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from roost.core.words import Messages
from roost.core.words.sentences import describe_action, describe_list, describe_outcome, seat_name
from roost.study.review.columns import part, part_label, parts_of
from roost.study.review.grades import seat_grade
from roost.study.review.headline import describe_headline
from roost.study.review.moments import describe_change, describe_moment, moments
from roost.study.review.picture import picture
from roost.study.review.report import report
from roost.study.review.review import Review
from roost.study.review.sentences import describe_grade, describe_maker, describe_mistake, signed
from roost.study.review.steps import Decision

_MOST_MISTAKES = 20
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
.headline { font-size: 1.3rem; font-weight: 700; line-height: 1.3 }
@page { size: A4; margin: 12mm }
@media print {
  :root { color-scheme: light; --ink: #000; --quiet: #444; --line: #bbb; --paper: #fff; --good: #1d5a18;
    --bad: #8f1f18 }
  body { max-width: none; padding: 0; font-size: 9pt; line-height: 1.35 }
  h1 { margin: 0; font-size: 13pt } h2 { margin: .7rem 0 .2rem; font-size: 11pt; break-after: avoid }
  p { margin: .3rem 0 } li { margin: .25rem 0; break-inside: avoid } th, td { padding: .15rem .4rem }
  .headline { font-size: 13pt }
  ol { margin: 0 } svg { max-height: 78mm } details, li:nth-child(n + 4) { display: none }
}
"""


def page(review: Review, messages: Messages, viewer: int | None = None) -> str:
    """Return the HTML page in the language of ``messages``; ``viewer`` is the reader's seat, if the reader has one."""
    return "\n".join(_lines(review, messages, viewer)) + "\n"


def _lines(review: Review, messages: Messages, viewer: int | None) -> Iterator[str]:
    record, say, data = review.record, messages.say, report(review)
    title = escape(say("review.title", title=record.game.title, names=describe_list(record.names, messages)))
    yield "<!doctype html>"
    yield f'<html lang="{messages.language.value}"><head><meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{title}</title><style>{_STYLE}</style></head><body><main>"
    yield f"<h1>{title}</h1>"
    if record.outcome is None:
        yield f"<p>{escape(say('review.running'))}</p>"
    else:
        yield f"<p>{escape(describe_outcome(record.outcome, record.game, messages, record.names))}</p>"
    if (headline := describe_headline(data, messages, viewer)) is not None:
        yield f'<p class="headline">{escape(headline)}</p>'
    yield from _moments(data, messages, viewer)
    yield picture(data, messages)
    yield from _accounts(review, messages)
    yield f'<p class="quiet">{escape(say("review.luck_told"))}</p>'
    yield f"<h2>{escape(say('review.worst'))}</h2>"
    yield from _mistakes(review, messages)
    yield f'<p class="quiet">{escape(describe_maker(review, messages))}</p>'
    yield "</main></body></html>"


def _moments(data: Mapping[str, Any], messages: Messages, viewer: int | None) -> Iterator[str]:
    decisive = moments(data, viewer)
    if not decisive:
        return
    yield f"<h2>{escape(messages.say('review.moments'))}</h2><ol>"
    for moment in decisive:
        tone = "good" if moment.change > 0 else "bad"
        yield f"<li>{escape(describe_moment(moment, data, messages, viewer))}"
        yield f'<br><strong class="{tone}">{escape(describe_change(moment, data, messages, viewer))}</strong>'
        yield f'<br><code class="quiet">{escape(str(moment.state))}</code></li>'
    yield "</ol>"


def _accounts(review: Review, messages: Messages) -> Iterator[str]:
    say, accounts = messages.say, [account.to_json() for account in review.accounts]
    parts = parts_of(accounts)
    heads = [say("review.player"), say("review.start"), *(part_label(name, messages) for name in parts)]
    yield '<div class="scroll" tabindex="0"><table><thead><tr>'
    yield "".join(f'<th scope="col">{escape(head)}</th>' for head in (*heads, say("review.result")))
    yield "</tr></thead><tbody>"
    for account, row in zip(review.accounts, accounts, strict=True):
        yield f'<tr><th scope="row">{escape(seat_name(account.seat, review.record.names))}</th>'
        yield f"<td>{messages.percent(account.start)}</td>"
        for name in parts:
            value = part(row, name)
            tone = "quiet" if name == "residual" or abs(value) < 0.0005 else "good" if value > 0 else "bad"
            yield f'<td class="{tone}">{signed(value, messages)}</td>'
        yield f"<td>{messages.percent(account.result)}</td></tr>"
    yield "</tbody></table></div>"
    for account in review.accounts:
        sentence = describe_grade(seat_grade(review, account.seat), account.decisions, messages)
        yield f'<p class="quiet">{escape(seat_name(account.seat, review.record.names))}: {escape(sentence)}</p>'


def _mistakes(review: Review, messages: Messages) -> Iterator[str]:
    if not review.mistakes:
        yield f"<p>{escape(messages.say('review.none'))}</p>"
        return
    yield "<ol>"
    for decision in review.mistakes[:_MOST_MISTAKES]:
        yield f"<li>{escape(describe_mistake(decision, messages, review.record.names))}"
        yield from _choices(decision, review, messages)
        yield "</li>"
    yield "</ol>"


def _choices(decision: Decision, review: Review, messages: Messages) -> Iterator[str]:
    seat = decision.seat
    ranked = sorted(decision.values.items(), key=lambda item: -item[1][seat])[:_MOST_CHOICES]
    yield f"<details><summary><code>{escape(str(decision.state))}</code></summary><table><tbody>"
    for action, shares in ranked:
        label = escape(describe_action(decision.state, action, messages, review.record.names))
        mark = " ✓" if action == decision.best else " ←" if action == decision.chosen else ""
        yield f"<tr><td>{label}{mark}</td><td>{messages.percent(shares[seat])}</td></tr>"
    yield "</tbody></table></details>"

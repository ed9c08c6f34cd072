"""Three judges of one transcript: the Python client, the page's module and ``roost verify``, who must agree.

``python tests/play/dice/judges.py --seconds 3600`` lets a host say anything for so long, and counts. A second one
beside it says other things: ``--first 1000000``.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from subprocess import TimeoutExpired
from time import monotonic
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))

from play.dice.anything import Transcript, changes, fitted, holds, honest, mixed, records, replayed
from play.dice.trusting import PAGE_VERDICT, verdict
from play.web.node import evaluate
from roost.core.errors import RoostError
from roost.core.record.proof import ProofError
from roost.play.dice import verify_dice

_AT_ONCE = 100
"""Transcripts that Node.js gets at once: few enough for a busy machine."""
_SEEN_BY_RECORDS = ("pot", "linked", "dice")
"""The rules that a record breaks wherever a client sees them broken."""
_PAGE = """data.map((transcript) => {
  const trust = new it.Trust({table: "table", game: "heckmeck", players: 3, faces: "12345w"});
  for (const step of transcript) {
    const [[kind, given]] = Object.entries(step);
    if (kind === "answered" && trust.asked !== given[0]) continue;
    if (kind === "sent" && trust.nextNumber()[1] !== given[0] + 1) continue;
    trust[kind](...given);
    if (trust.broken) break;
  }
  return VERDICT(trust);
})""".replace("VERDICT", PAGE_VERDICT)


def judge(transcripts: list[tuple[str, Transcript]]) -> Counter[str]:
    """Check every one of them; tell how many were believed, refused, and seen by records."""
    found: Counter[str] = Counter()
    for at in range(0, len(transcripts), _AT_ONCE):
        some = transcripts[at : at + _AT_ONCE]
        page = _page([transcript for _, transcript in some])
        for (what, transcript), told in zip(some, page, strict=True):
            trust = replayed(transcript)
            reason = None if trust.broken is None else trust.broken.reason
            found["refused" if reason else "believed"] += 1
            assert reason or holds(trust.steps) == "", (what, holds(trust.steps))
            if not _has_other_faces(transcript):
                assert told == verdict(trust), (what, told, verdict(trust))
            if reason is None or reason in _SEEN_BY_RECORDS:
                found["records"] += _check_records(what, trust, reason)
    return found


def _page(transcripts: list[Transcript]) -> Any:
    """The page's verdict on them. A machine that is too busy is asked again, with half as many at once."""
    try:
        return evaluate("model/trust.js", _PAGE, transcripts)
    except TimeoutExpired:
        if len(transcripts) == 1:
            raise
        half = len(transcripts) // 2
        return [*_page(transcripts[:half]), *_page(transcripts[half:])]


def _has_other_faces(transcript: Transcript) -> bool:
    """Whether the host tells of another game, or of other faces: the page has to believe those, Python knows them."""
    said = [entry for step in transcript for entry in step.get("entry", ()) if isinstance(entry, dict)]
    return any({**entry, "order": None} != _ARRANGED for entry in said if entry.get("type") == "arranged")


_ARRANGED = next({**entry, "order": None} for step in honest() for entry in step.get("entry", ())
                 if entry["type"] == "arranged")  # fmt: skip


def _check_records(what: str, trust: Any, reason: str | None) -> int:
    """Whether the records of what a client heard lead ``roost verify`` to the same verdict; how many there are."""
    try:
        written = list(records(trust.steps))
    except (RoostError, LookupError, TypeError, ValueError, AttributeError):
        assert reason is not None, what  # what a client believes can be written down
        return 0
    verdicts = []
    for record in written:
        try:
            verdicts.append(verify_dice(record).fingerprint)
        except ProofError as why:
            verdicts.append(why.reason[why.reason.rindex("(") :])
    if reason == "pot" and trust.steps[-1]["entry"][0]["person"] == trust.person:
        return 0  # whether we opened our own number for this list, we alone know
    broken = [one for one in verdicts if one.startswith("(")]
    assert broken == ([] if reason is None else [f"({reason})"]), (what, reason, verdicts)
    if reason is None and not trust.is_old and trust.fingerprint:
        assert trust.fingerprint in verdicts, (what, verdicts)
    return len(written)


def _soak(seconds: float, first: int) -> None:
    """Every single change, as it is and made to fit, then several at once until the time is over.

    ``first`` is the seed of the first of those. Single changes are tried only where that is 1.
    """
    begun, told, found, base = monotonic(), 0.0, Counter[str](), honest()

    def said() -> Iterator[tuple[str, Transcript]]:
        for what, changed in changes(base) if first == 1 else ():
            yield from ((what, changed), (f"{what}, made to fit", fitted(changed)))
        print(f"all {sum(found.values()) - found['records']:,} transcripts of single changes", flush=True)
        for seed in count(first):
            changed = mixed(base, random.Random(seed))
            yield f"seed {seed}", changed if seed % 2 else fitted(changed)

    transcripts = said()
    while (now := monotonic() - begun) < seconds:
        found += judge(list(islice(transcripts, _AT_ONCE)))
        if now > told + 60 or now + 60 > seconds:
            told = now
            parts = ", ".join(f"{number:,} {name}" for name, number in sorted(found.items()))
            print(f"{monotonic() - begun:,.0f} s: {parts}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A host that may say anything, for so long.")
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--first", type=int, default=1)
    options = parser.parse_args()
    _soak(options.seconds, options.first)

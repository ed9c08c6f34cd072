"""Every number of the report, read from the logs and tables that the project keeps.

Nothing is measured here. A log that is missing, a table without its marks and a cell that reads otherwise than expected
each stop the report.
"""

import ast
import json
import re
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import mean
from typing import Any

from pages import section
from roost.lab.benchmark.estimates import mean_of
from roost.lab.benchmark.results import learners_shares, read_results

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("heckmeck", "junior", "barbecue", "picnic")
BOTS = ("chick", "hen", "rooster", "fox")
STUDENT = 1.96
"""How many standard errors a 95 % interval reaches to either side, after thousands of games."""

Cells = list[list[str]]


def read(path: str) -> str:
    """The text of a file of the project."""
    return (ROOT / path).read_text(encoding="utf-8")


def log(path: str) -> Any:
    """The contents of a log."""
    return json.loads(read(path))


def rows(page: str, name: str, which: int = 0) -> Cells:
    """The cells of one of the tables in a marked section of a page, without its head."""
    return table(page, name, which)[1:]


def table(page: str, name: str, which: int = 0) -> Cells:
    """The same with its head."""
    tables: list[Cells] = [[]]
    for line in section(page, name).splitlines():
        if line.startswith("|"):
            tables[-1].append([cell.strip().replace("`", "") for cell in line.strip("|").split("|")])
        elif tables[-1]:
            tables.append([])
    head, _, *body = tables[which]
    return [head, *body]


def found(pattern: str, text: str) -> tuple[str, ...]:
    """The groups of a pattern, which the text has once."""
    (match,) = re.finditer(pattern, text)
    return match.groups()


def number(text: str) -> float:
    """A number as a table writes it."""
    scale = 100 if "%" in text else 1
    return float(text.replace(",", "").replace("%", "").replace("+", "")) / scale


def with_reach(cell: str) -> dict[str, float]:
    """A cell such as ``54.0% ± 1.1%``."""
    value, reach = (number(part) for part in cell.removeprefix("claims ").split(" ± "))
    return {"value": value, "low": value - reach, "high": value + reach}


def with_ends(cell: str) -> dict[str, float]:
    """A cell such as ``0.40% (0.23% to 0.57%)``, or ``74.8 % (70.4 – 78.7)``."""
    value, low, high = found(r"^([\d.]+) ?% \(([\d.]+)%? (?:to|–) ([\d.]+)%?\)$", cell)
    return {"value": number(value + "%"), "low": number(low + "%"), "high": number(high + "%")}


def constant(path: str, name: str) -> Any:
    """A constant of a test, which holds the program against it."""
    for node in ast.parse(read(path)).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return ast.literal_eval(node.value)
    raise LookupError(f"{path} has no {name}")


def pooled(shares: Sequence[dict[str, float]]) -> dict[str, float]:
    """The mean of some shares with its 95 % interval, and how far they lie apart."""
    middle = mean(share["value"] for share in shares)
    error = sqrt(sum(share["error"] ** 2 for share in shares)) / len(shares)
    spread = sqrt(sum((share["value"] - middle) ** 2 for share in shares) / (len(shares) - 1))
    return {
        "value": middle,
        "low": middle - STUDENT * error,
        "high": middle + STUDENT * error,
        "spread": spread,
        "least": min(share["value"] for share in shares),
        "most": max(share["value"] for share in shares),
    }


# -- parts of the report -----------------------------------------------------------------------------------------------


def rules() -> list[dict[str, Any]]:
    """How many rules each page numbers, and how many of them we had to decide or assume."""
    told = []
    for name in ("set_aside", *GAMES):
        page = read(f"src/roost/games/{name}/faces/rules.en.md")
        numbers = re.findall(r"^- \*\*([A-Z]+)-\d+\*\* ", page, re.MULTILINE)
        tests = [
            mark
            for path in sorted((ROOT / "tests" / "games").rglob("test_*.py"))
            for mark in re.findall(r"^\s*@rule\((.+)\)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            if f'"{numbers[0]}-' in mark
        ]
        ruled, assumed = page.count("*(ruling)*"), page.count("*(assumed)*")
        told.append(
            {"name": name, "prefix": numbers[0], "rules": len(numbers), "tests": len(tests), "rulings": ruled}
            | {"assumed": assumed}
        )
    return told


def counted() -> dict[str, int]:
    """How many positions have their ways to go on counted, and the largest count."""
    counts = log("tests/data/counts.json")
    return {"positions": len(counts), "largest": max(max(ways) for ways in counts.values())}


def junior() -> dict[str, Any]:
    """The solution of two-player Junior, as the command tells it."""
    page = read("docs/solved.md")
    share, error = found(r"The mover wins ([\d.]+) % with best play by both, exact to (\S+)\.\n", page)
    (positions,) = found(r"\n([\d,]+) positions in … s; the table is", page)
    return {
        "share": float(share) / 100,
        "error": float(error),
        "positions": int(number(positions)),
    }


def ends() -> dict[str, Any]:
    """The table of Heckmeck's ends, its check, and what bots give away there."""
    text = " ".join(section("solved.md", "ends").split())
    positions, error = found(r"^([\d,]+) positions, the mover's share exact to (\S+) before", text)
    checked, difference = found(r"At ([\d,]+) of them, .* largest difference is (\S+)\. \|", text)
    head, sizes, parts = table("solved.md", "ends")
    (games,) = found(r"of the turns of ([\d,]+) games", parts[0])
    return {
        "positions": int(number(positions)),
        "error": float(error),
        "checked": int(number(checked)),
        "difference": float(difference),
        "games": int(number(games)),
        "sizes": [
            {"tiles": int(tiles), "positions": int(number(size)), "part": number(part)}
            for tiles, size, part in zip(head[1:], sizes[1:], parts[1:], strict=True)
        ],
        "bots": [{"bot": row[0]} | with_ends(row[1]) for row in rows("solved.md", "ends", 1)],
    }


def coverage() -> dict[str, Any]:
    """How often intervals hold the truth, by the number of deals: without luck, and with it."""
    head, *body = table("arena.md", "coverage")
    games: list[dict[str, Any]] = [
        {
            "name": row[0],
            "without": [number(cell.partition(" ")[0]) for cell in row[1:]],
            "with": [number(found(r"\(([\d.]+%)\)", cell)[0]) for cell in row[1:]],
        }
        for row in body
    ]
    deals = [int(found(r"^(\d+) deals$", cell)[0]) for cell in head[1:]]
    page = " ".join(read("docs/arena.md").split())
    of, tournaments = (
        int(number(group)) for group in found(r"drawn from (\d+) real ones .* ([\d,]+) tournaments each", page)
    )
    return {
        "deals": deals,
        "games": games,
        "least": min(min(row["without"]) for row in games),
        "of": of,
        "tournaments": tournaments,
        "off": STUDENT * sqrt(0.95 * 0.05 / tournaments),
    }


def luck() -> list[dict[str, Any]]:
    """The worth of taking luck out of results."""
    return [
        {"name": row[0], "games": int(row[1]), "plain": with_ends(row[2]), "without": with_ends(row[3])}
        | {"left": number(row[4].replace(" ", "")), "worth": float(found(r"^([\d.]+) times", row[5])[0])}
        for row in rows("arena.md", "luck")
    ]


def calibration() -> dict[str, Any]:
    """The predictions of the networks, and what happened."""
    head, *body = table("models.md", "calibration")
    *bins, largest = body
    games, seed = found(r"^([\d,]+) games of each, seed (\d+)\.", section("models.md", "calibration"))
    told = {
        name: [
            dict(zip(("predicted", "happened", "reach"), map(number, re.split(" → | ± ", row[place])), strict=True))
            for row in bins
        ]
        for place, name in enumerate(head[1:], 1)
    }
    return {
        "games": int(number(games)),
        "seed": int(seed),
        "bins": told,
        "largest": [number(cell) for cell in largest[1:]],
    }


def strength() -> list[dict[str, Any]]:
    """Those who met the fox's network, or claimed to know better, with 99 % intervals."""
    told = []
    for key, measured in log("docs/benchmark/strength.json").items():
        game, players, kind, first, second = key.split()
        even = 0.0 if kind in ("claim", "roll-out") else 1 / int(players)
        told.append(
            {"game": game, "players": int(players), "kind": kind, "first": first, "second": second}
            | {"gain": measured["value"] - even, "deals": measured["deals"]}
            | {
                "low": measured["value"] - even - measured["reach"],
                "high": measured["value"] - even + measured["reach"],
            }
        )
    return told


def readings(met: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """For each game of two, what stronger opponents were seen to win at least, and what each could win at most."""
    told: dict[str, dict[str, Any]] = {}
    for game in GAMES:
        matches = [
            one for one in met if (one["game"], one["players"], one["kind"], one["second"]) == (game, 2, "match", "fox")
        ]
        told[game] = {
            "least": max(matches, key=lambda one: float(one["low"])),
            "most": min(matches, key=lambda one: float(one["high"])),
            "claims": [one for one in met if (one["game"], one["kind"], one["second"]) == (game, "claim", "fox")],
        }
    return told


def responses() -> list[dict[str, Any]]:
    """The gains, beyond the even share, of learners whose only job was to beat the fox, by table, with 95 % ends."""
    told = []
    for game, players, _, together, _, deals in rows("benchmark.md", "best response"):
        share, reach = (float(part) / 100 for part in found(r"([\d.]+)% ± ([\d.]+)%", together))
        gain = share - 1 / int(players)
        told.append(
            {"game": game, "players": int(players), "gain": gain, "low": gain - reach, "high": gain + reach}
            | {"deals": number(deals)}
        )
    return told


def seeds(path: str) -> dict[str, Any]:
    """A learner that was run with several seeds: its curves, its last measurements, and all of them together."""
    learnt = log(path)
    curves = {
        seed: [
            {"seconds": one["seconds"], "turns": one["turns"], "games": one["games"], "value": one["share"]}
            | {
                "error": one["error"],
                "low": one["share"] - STUDENT * one["error"],
                "high": one["share"] + STUDENT * one["error"],
            }
            for one in points
        ]
        for seed, points in learnt["learners"].items()
    }
    lasts = [points[-1] for points in curves.values()]
    return {
        "options": learnt["options"],
        "device": learnt["device"],
        "curves": {seed: points[:-1] for seed, points in curves.items()},
        "lasts": lasts,
        "seconds": max(last["seconds"] for last in lasts),
        "turns": max(last["turns"] for last in lasts),
        "all": pooled(lasts),
    }


def five_seeds(path: str) -> dict[str, Any]:
    """A learner's five seeds together: their curve against the rooster, their ends, and one longer run."""
    learnt = log(path)
    runs = [[one for one in points if one["bot"] == learnt["learner"]] for points in learnt["learners"].values()]
    searches = [points[-1]["wins"] for points in learnt["learners"].values() if points[-1]["bot"] != learnt["learner"]]
    after = learnt["longer"]["measured afterwards"]["measurements"][0]
    return {
        "learner": learnt["learner"],
        "game": learnt["options"]["game"],
        "minutes": learnt["options"]["minutes"],
        "curve": [
            {"seconds": mean(one["seconds"] for one in step)} | mean_of([one["wins"] for one in step]).to_json()
            for step in zip(*(run[:-1] for run in runs), strict=False)
        ],
        "decisions": mean(run[-1]["decisions"] for run in runs),
        "games": runs[0][-1]["games"],
        "last": mean_of([run[-1]["wins"] for run in runs]).to_json(),
        "search": mean_of(searches).to_json() if searches else None,
        "longer": {
            "minutes": learnt["longer"]["options"]["minutes"],
            "decisions": learnt["longer"]["measurements"][-1]["decisions"],
            "value": after["wins"],
            "low": after["low"],
            "high": after["high"],
        },
    }


def benchmark() -> dict[str, Any]:
    """The tasks of the benchmark with each bot's measures, and the learners on their way."""
    files = {bot: log(f"docs/benchmark/{bot}.json")["tasks"] for bot in BOTS}
    tasks = [
        {
            "task": task,
            "kind": "match" if asked["asked"]["kind"] == "match" else "truth",
            "deals": asked["asked"].get("deals"),
            "share": [files[bot][task]["measures"]["share"] for bot in BOTS],
            "loss": [files[bot][task]["measures"].get("loss") for bot in BOTS],
        }
        for task, asked in files["fox"].items()
    ]
    learners = []
    for name in ("ppo", "alphazero"):
        learnt = [read_results(file) for file in sorted((ROOT / "docs/benchmark").glob(f"{name}*.json"))]
        points = [point._asdict() for point in learners_shares(learnt)]
        learners.append({"name": name, "deals": learnt[0]["learning"]["deals"], "seeds": len(learnt), "points": points})
    return {"bots": BOTS, "tasks": tasks, "learners": learners, "seed": log("docs/benchmark/fox.json")["seed"]}


def cards() -> list[dict[str, Any]]:
    """The contents of each strategy card, and how strong it is."""
    told = []
    for row in rows("strategy.md", "strengths"):
        sections = log(f"src/roost/games/{row[0]}/faces/cards.json")[row[1]]
        met = [re.fullmatch(r"([\d.]+%)(?: ± ([\d.]+%))? \((\d+)\)", cell) for cell in row[3:6]]
        told.append(
            {
                "game": row[0],
                "card": row[1],
                "lines": sum(len(part["rules"]) for part in sections),
                "tables": sum(len(part["tables"]) for part in sections),
                "numbers": sum(
                    cell is not None
                    for part in sections
                    for lines in part["tables"].values()
                    for line in lines
                    for cell in line
                ),
                "against": [
                    {"value": number(one[1]), "reach": number(one[2]) if one[2] else None, "games": int(one[3])}
                    for one in met
                    if one is not None
                ],
            }
        )
    return told


def tables_of_all_sizes() -> list[dict[str, Any]]:
    """The rooster against the hen and the fox against the rooster, at tables of every size, with 99 % intervals."""
    ladder = {(row[0], row[1]): row[5] for row in rows("bots.md", "ladder")}
    return [
        {"game": row[0], "players": int(row[1]), "even": 1 / int(row[1])}
        | {"rooster": with_reach(ladder[row[0], row[1]]), "fox": with_reach(row[3])}
        for row in rows("bots.md", "foxes")
    ]


def first_seats() -> list[dict[str, Any]]:
    """Games of two between equals: who begins, how long, how often a turn fails."""
    told = []
    for name in GAMES:
        (games,) = found(r"--games (\d+) ", section("statistics.md", name))
        head, first = table("statistics.md", name)[:2]
        length = rows("statistics.md", name, 1)[0]
        fails = length[6].removesuffix(" of turns")
        told.append(
            {
                "game": name,
                "games": int(games),
                "first": number(first[1]),
                "reach": number(first[head.index("± at 95 %")]),
            }
            | {"turns": float(length[1]), "fails": number(fails) if fails else None}
        )
    return told


def on_the_device() -> dict[str, Any]:
    """How many decisions a second the games play on one device."""
    measured = log("bench/jax_games_h200.json")
    speeds = {name: row["decisions per second"] for name, row in measured["rows"].items()}
    return {"device": measured["device"], "batch": measured["batch"], "speeds": speeds}


def collect() -> dict[str, Any]:
    """All numbers of the report."""
    met = strength()
    response = seeds("bench/learning_h200/best_response_heckmeck.json")
    return {
        "version": found(r'__version__ = "(.+)"', read("src/roost/core/version.py"))[0],
        "rules": rules(),
        "counted": counted(),
        "graphs": constant("tests/study/odds/test_graph.py", "SIZES"),
        "twin": constant("tests/study/odds/test_turn.py", "TWIN_POSITIONS"),
        "published": log("tests/data/published_values.json"),
        "junior": junior(),
        "ends": ends(),
        "coverage": coverage(),
        "luck": luck(),
        "shipped": table("models.md", "shipped"),
        "calibration": calibration(),
        "strength": met,
        "readings": readings(met),
        "truth": [
            {"where": row[0], "turns": int(row[1]), "truth": with_ends(row[2])}
            | {"claims": [with_ends(cell) for cell in row[3:]]}
            for row in rows("benchmark.md", "truth")
        ],
        "response": response,
        "responses": responses(),
        "turns": seeds("bench/learning_h200/turns_heckmeck.json"),
        "learnt": [
            five_seeds(f"bench/learning_h200/{learner}_{game}.json")
            for learner in ("ppo", "alphazero")
            for game in ("heckmeck", "junior")
        ],
        "benchmark": benchmark(),
        "cards": cards(),
        "sizes": tables_of_all_sizes(),
        "public": rows("bots.md", "public"),
        "first": first_seats(),
        "device": on_the_device(),
    }

"""Read every number in the report from the repository's logs and tables.

This program measures nothing itself. A missing log, a table without its marks, or an unexpected cell stops the report.
"""

import ast
import json
import re
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from pages import section
from roost.lab.benchmark.estimates import mean_of
from roost.lab.benchmark.results import learners_shares, read_results

ROOT = Path(__file__).resolve().parent.parent
GAMES = ("heckmeck", "junior", "barbecue", "picnic")
BOTS = ("chick", "hen", "rooster", "fox")
STUDENT = 1.96
"""Half-width of a 95 % interval, in standard errors, after thousands of games."""

Cells = list[list[str]]


def read(path: str) -> str:
    """Read a file in the repository."""
    return (ROOT / path).read_text(encoding="utf-8")


def log(path: str) -> Any:
    """Read a log in JSON Lines or JSON."""
    return json.loads(read(path))


def rows(page: str, name: str, index: int = 0) -> Cells:
    """Return the cells of a table in a page's generated section, without the header row."""
    return table(page, name, index)[1:]


def table(page: str, name: str, index: int = 0) -> Cells:
    """Return the cells of a table in a page's generated section, including the header row."""
    tables: list[Cells] = [[]]
    for line in section(page, name).splitlines():
        if line.startswith("|"):
            tables[-1].append([cell.strip().replace("`", "") for cell in line.strip("|").split("|")])
        elif tables[-1]:
            tables.append([])
    head, _, *body = tables[index]
    return [head, *body]


def groups(pattern: str, text: str) -> tuple[str, ...]:
    """Return the regex groups of a pattern that must occur exactly once in the text."""
    (match,) = re.finditer(pattern, text)
    return match.groups()


def number(text: str) -> float:
    """Parse a number from a table."""
    scale = 100 if "%" in text else 1
    return float(text.replace(",", "").replace("%", "").replace("+", "")) / scale


def with_reach(cell: str) -> dict[str, float]:
    """Parse a cell such as ``54.0% ± 1.1%``."""
    value, reach = (number(part) for part in cell.removeprefix("claims ").split(" ± "))
    return {"value": value} | around(value, reach)


def around(value: float, reach: float) -> dict[str, float]:
    """Return the interval around a value."""
    return {"low": value - reach, "high": value + reach}


def with_ends(cell: str) -> dict[str, float]:
    """Parse a cell such as ``0.40% (0.23% to 0.57%)`` or ``74.8 % (70.4 – 78.7)``."""
    value, low, high = groups(r"^([\d.]+) ?% \(([\d.]+)%? (?:to|–) ([\d.]+)%?\)$", cell)
    return {"value": number(value + "%"), "low": number(low + "%"), "high": number(high + "%")}


def constant(path: str, name: str) -> Any:
    """Return a constant of a test file."""
    for node in ast.parse(read(path)).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return ast.literal_eval(node.value)
    raise LookupError(f"{path} has no {name}")


def pooled(shares: Sequence[dict[str, float]]) -> dict[str, float]:
    """Return the mean of some shares with its 95 % interval, and the spread of the shares."""
    values = [share["value"] for share in shares]
    error = sqrt(sum(share["error"] ** 2 for share in shares)) / len(shares)
    extremes = {"spread": stdev(values), "least": min(values), "most": max(values)}
    return {"value": mean(values)} | extremes | around(mean(values), STUDENT * error)


def rules() -> list[dict[str, Any]]:
    """Count each page's numbered rules, their tests, and how many of the rules Roost decided or assumed."""
    counts = []
    for name in ("set_aside", *GAMES):
        page = read(f"src/roost/games/{name}/adapters/rules.en.md")
        numbers = re.findall(r"^- \*\*([A-Z]+)-\d+\*\* ", page, re.MULTILINE)
        tests = [
            mark
            for path in sorted((ROOT / "tests" / "games").rglob("test_*.py"))
            for mark in re.findall(r"^\s*@rule\((.+)\)$", path.read_text(encoding="utf-8"), re.MULTILINE)
            if f'"{numbers[0]}-' in mark
        ]
        rulings, assumed = page.count("*(ruling)*"), page.count("*(assumed)*")
        counts.append(
            {"name": name, "prefix": numbers[0], "rules": len(numbers), "tests": len(tests), "rulings": rulings}
            | {"assumed": assumed}
        )
    return counts


def counted() -> dict[str, int]:
    """Return how many positions have their continuations counted, and the largest count."""
    counts = log("tests/data/counts.json")
    return {"positions": len(counts), "largest": max(max(continuations) for continuations in counts.values())}


def junior() -> dict[str, Any]:
    """Return the solution of two-player Junior, as the command prints it."""
    page = read("docs/solved.md")
    share, error = groups(r"The mover wins ([\d.]+) % with best play by both, exact to (\S+)\.\n", page)
    (positions,) = groups(r"\n([\d,]+) positions in … s; the table is", page)
    return {"share": float(share) / 100, "error": float(error), "positions": int(number(positions))}


def ends() -> dict[str, Any]:
    """Return Heckmeck's endgame table, the check of the table, and the bots' losses in the positions that it covers."""
    text = " ".join(section("solved.md", "ends").split())
    positions, error = groups(r"^([\d,]+) positions, the mover's share exact to (\S+) before", text)
    checked, difference = groups(r"At ([\d,]+) of them, .* largest difference is (\S+)\. \|", text)
    head, sizes, parts = table("solved.md", "ends")
    (games,) = groups(r"of the turns of ([\d,]+) games", parts[0])
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
    """For each number of deals, return how often intervals cover the truth, without and with the luck correction."""
    head, *body = table("arena.md", "coverage")
    games: list[dict[str, Any]] = [
        {"name": row[0], "without": [number(cell.partition(" ")[0]) for cell in row[1:]]} for row in body
    ]
    deals = [int(groups(r"^(\d+) deals$", cell)[0]) for cell in head[1:]]
    page = " ".join(read("docs/arena.md").split())
    tournaments, population = (
        int(number(group))
        for group in groups(r"from ([\d,]+) tournaments, whose deals are drawn from (\d+) real", page)
    )
    return {
        "deals": deals,
        "games": games,
        "least": min(min(row["without"]) for row in games),
        "of": population,
        "tournaments": tournaments,
        "off": STUDENT * sqrt(0.95 * 0.05 / tournaments),
    }


def luck() -> list[dict[str, Any]]:
    """Return how much taking the luck out of results gains."""
    return [
        {"name": row[0], "games": int(row[1]), "plain": with_ends(row[2]), "without": with_ends(row[3])}
        | {"left": number(row[4].replace(" ", "")), "worth": float(groups(r"^([\d.]+) times", row[5])[0])}
        for row in rows("arena.md", "luck")
    ]


def calibration() -> dict[str, Any]:
    """Return the networks' predictions and the outcomes."""
    head, *body = table("models.md", "calibration")
    *bins, largest = body
    games, seed = groups(r"^([\d,]+) games of each, seed (\d+)\.", section("models.md", "calibration"))
    bins_of = {
        name: [
            dict(zip(("predicted", "happened", "reach"), map(number, re.split(" → | ± ", row[place])), strict=True))
            for row in bins
        ]
        for place, name in enumerate(head[1:], 1)
    }
    return {
        "games": int(number(games)),
        "seed": int(seed),
        "bins": bins_of,
        "largest": [number(cell) for cell in largest[1:]],
    }


def strength() -> list[dict[str, Any]]:
    """Return the results of players that met the fox's network, or that claim to know better, with 99 % intervals."""
    meetings = []
    for key, measured in log("docs/benchmark/strength.json").items():
        game, players, kind, first, second = key.split()
        gain = measured["value"] - (0.0 if kind in ("claim", "roll-out") else 1 / int(players))
        meetings.append(
            {"game": game, "players": int(players), "kind": kind, "first": first, "second": second}
            | {"gain": gain, "deals": measured["deals"]}
            | around(gain, measured["reach"])
        )
    return meetings


def readings(met: Sequence[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """For each two-player game, return the largest proven gain over the fox, the smallest measured gain, and claims."""
    bounds: dict[str, dict[str, Any]] = {}
    for game in GAMES:
        against_fox = [meeting for meeting in met if (meeting["game"], meeting["second"]) == (game, "fox")]
        matches = [meeting for meeting in against_fox if (meeting["players"], meeting["kind"]) == (2, "match")]
        bounds[game] = {
            "least": max(matches, key=lambda meeting: float(meeting["low"])),
            "most": min(matches, key=lambda meeting: float(meeting["high"])),
            "claims": [meeting for meeting in against_fox if meeting["kind"] == "claim"],
        }
    return bounds


def responses() -> list[dict[str, Any]]:
    """Return how far above an even share learners trained to beat the fox win, with 95 % intervals."""
    gains = []
    for game, players, _, together, _, deals in rows("benchmark.md", "best response"):
        share, reach = (float(part) / 100 for part in groups(r"([\d.]+)% ± ([\d.]+)%", together))
        gain = share - 1 / int(players)
        row = {"game": game, "players": int(players), "gain": gain, "deals": number(deals)}
        gains.append(row | around(gain, reach))
    return gains


def seeds(path: str) -> dict[str, Any]:
    """Return a learner's runs with several seeds: their curves, final measurements, and pooled measurements."""
    results = log(path)
    curves = {
        seed: [
            {name: point[name] for name in ("seconds", "turns", "games", "error")}
            | {"value": point["share"]}
            | around(point["share"], STUDENT * point["error"])
            for point in points
        ]
        for seed, points in results["learners"].items()
    }
    lasts = [points[-1] for points in curves.values()]
    return {
        "options": results["options"],
        "device": results["device"],
        "curves": {seed: points[:-1] for seed, points in curves.items()},
        "lasts": lasts,
        "seconds": max(last["seconds"] for last in lasts),
        "turns": max(last["turns"] for last in lasts),
        "all": pooled(lasts),
    }


def five_seeds(path: str) -> dict[str, Any]:
    """Return a learner's five runs: their mean curve against the rooster, their final shares, and one longer run."""
    results = log(path)
    curves, learner = results["learners"].values(), results["learner"]
    runs = [[point for point in points if point["bot"] == learner] for points in curves]
    searches = [points[-1]["wins"] for points in curves if points[-1]["bot"] != learner]
    final = results["longer"]["measured afterwards"]["measurements"][0]
    return {
        "learner": results["learner"],
        "game": results["options"]["game"],
        "minutes": results["options"]["minutes"],
        "curve": [
            {"seconds": mean(point["seconds"] for point in step)} | mean_of([point["wins"] for point in step]).to_json()
            for step in zip(*(run[:-1] for run in runs), strict=False)
        ],
        "decisions": mean(run[-1]["decisions"] for run in runs),
        "games": runs[0][-1]["games"],
        "last": mean_of([run[-1]["wins"] for run in runs]).to_json(),
        "search": mean_of(searches).to_json() if searches else None,
        "longer": {
            "minutes": results["longer"]["options"]["minutes"],
            "decisions": results["longer"]["measurements"][-1]["decisions"],
        }
        | {"value": final["wins"], "low": final["low"], "high": final["high"]},
    }


def benchmark() -> dict[str, Any]:
    """Return the benchmark's tasks with each bot's measures, and the learners' curves."""
    files = {bot: log(f"docs/benchmark/{bot}.json")["tasks"] for bot in BOTS}
    tasks = [
        {
            "task": task,
            "kind": "match" if entry["asked"]["kind"] == "match" else "truth",
            "deals": entry["asked"].get("deals"),
            "share": [files[bot][task]["measures"]["share"] for bot in BOTS],
            "loss": [files[bot][task]["measures"].get("loss") for bot in BOTS],
        }
        for task, entry in files["fox"].items()
    ]
    learners = []
    for name in ("ppo", "alphazero"):
        runs = [read_results(file) for file in sorted((ROOT / "docs/benchmark").glob(f"{name}*.json"))]
        points = [point._asdict() for point in learners_shares(runs)]
        learners.append({"name": name, "deals": runs[0]["learning"]["deals"], "seeds": len(runs), "points": points})
    return {"bots": BOTS, "tasks": tasks, "learners": learners, "seed": log("docs/benchmark/fox.json")["seed"]}


def cards() -> list[dict[str, Any]]:
    """Return each strategy card's contents and its strength."""
    cards = []
    for row in rows("strategy.md", "strengths"):
        sections = log(f"src/roost/games/{row[0]}/adapters/cards.json")[row[1]]
        matches = [re.fullmatch(r"([\d.]+%)(?: ± ([\d.]+%))? \((\d+)\)", cell) for cell in row[3:6]]
        cards.append(
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
                    {"value": number(match[1]), "reach": number(match[2]) if match[2] else None, "games": int(match[3])}
                    for match in matches
                    if match is not None
                ],
            }
        )
    return cards


def tables_of_all_sizes() -> list[dict[str, Any]]:
    """Return the rooster's share against the hen, and the fox's against the rooster, for every number of players."""
    ladder = {(row[0], row[1]): row[5] for row in rows("bots.md", "ladder")}
    return [
        {"game": row[0], "players": int(row[1]), "even": 1 / int(row[1])}
        | {"rooster": with_reach(ladder[row[0], row[1]]), "fox": with_reach(row[3])}
        for row in rows("bots.md", "foxes")
    ]


def first_seats() -> list[dict[str, Any]]:
    """Return two-player games' facts when the bots are equals: first player's share, length, rate of failed turns."""
    facts = []
    for name in GAMES:
        (games,) = groups(r"--games (\d+) ", section("statistics.md", name))
        head, first = table("statistics.md", name)[:2]
        length = rows("statistics.md", name, 1)[0]
        fails = length[6].removesuffix(" of turns")
        reach = number(first[head.index("± at 95 %")])
        facts.append(
            {"game": name, "games": int(games), "first": number(first[1]), "reach": reach}
            | {"turns": float(length[1]), "fails": number(fails) if fails else None}
        )
    return facts


def on_the_device() -> dict[str, Any]:
    """Return how many decisions per second the games make on one accelerator."""
    measured = log("bench/jax_games_h200.json")
    speeds = {name: row["decisions per second"] for name, row in measured["rows"].items()}
    return {"device": measured["device"], "batch": measured["batch"], "speeds": speeds}


def collect() -> dict[str, Any]:
    """Collect all numbers for the report."""
    met = strength()
    response = seeds("bench/learning_h200/best_response_heckmeck.json")
    return {
        "version": groups(r'__version__ = "(.+)"', read("src/roost/core/version.py"))[0],
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

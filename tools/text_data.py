"""Write games played as text, with the regret of every step, as Parquet and, if it is installed, for Minari.

    python tools/text_data.py junior --games 1000 --seed 7 --out text-data

The players are the hen (half of the games), the rooster and the chick. The folder gets episodes.parquet, steps.parquet,
and README.md, a data card. Game i has the dice of the seed SEED/i, so the same command makes the same files.
"""

import argparse
import json
import os
import shutil
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from roost.core.registry import game_type
from roost.core.stream import Stream
from roost.core.version import __version__
from roost.lab.envs.text import TextGame
from roost.study.bots import bot
from roost.study.frames import Column, frame

PLAYERS = ("hen", "rooster", "hen", "chick")
"""The bots that play the games, in turn."""
EPISODES = (
    Column("episode", "Int64", "the episode's number; with the seed it decides everything"),
    Column("player", "String", "the bot that answers"),
    Column("seat", "UInt8", "its seat, from 0"),
    Column("steps", "Int32", "number of answers"),
    Column("regret", "Float64", "sum of all regrets, as a fraction of a win"),
    Column("result", "Float64", "the win share at the end, 0 to 1"),
)
STEPS = (
    Column("episode", "Int64", "the episode's number, as in the table of episodes"),
    Column("step", "Int32", "the step's number within the episode, from 0"),
    Column("observation", "String", "the text before the answer"),
    Column("answer", "String", "the move that was played"),
    Column("best", "String", "the best move"),
    Column("regret", "Float64", "the win share that the move gave away"),
    Column("kind", "String", "exact (from the solved game) or turn (against a model)"),
    Column("error", "Float64", "the error of the regret: a bound if exact, else its measured mean"),
    Column("reward", "Float64", "minus the regret"),
)
_MOST_TEXT = 100_000
_MINARI_ID = "roost/{game}-text-v0"


def episodes(game: str, count: int, seed: str) -> Iterator[dict[str, Any]]:
    """Play the games, and yield each with its steps and its last observation."""
    for number in range(count):
        player, seat = PLAYERS[number % len(PLAYERS)], number // len(PLAYERS) % 2
        text, chance = TextGame(game, 2, opponent="hen", seed=f"{seed}/{number}", seat=seat), Stream(f"{seed}/{number}")
        choose, observation, steps = bot(player).choose, text.reset(), list[dict[str, Any]]()
        while not text.is_done:
            answer = str(choose(text.state, chance))
            step = text.step(answer)
            price = {key: step.info[key] for key in ("best", "regret", "kind", "error")}
            row = {"episode": number, "step": len(steps), "observation": observation, "answer": answer}
            steps.append(row | price | {"reward": step.reward})
            observation = step.observation
        facts = {"episode": number, "player": player, "seat": seat, "steps": len(steps), "result": text.result}
        facts["regret"] = sum(step["regret"] for step in steps)
        yield {"facts": facts, "steps": steps, "last": observation}


def write_parquet(played: list[dict[str, Any]], out: Path) -> None:
    """Write the two tables."""
    steps = [step for episode in played for step in episode["steps"]]
    tables = (("episodes", EPISODES, [episode["facts"] for episode in played]), ("steps", STEPS, steps))
    for name, columns, rows in tables:
        values = {column.name: [row[column.name] for row in rows] for column in columns}
        frame(columns, values).write_parquet(out / f"{name}.parquet")


def write_minari(played: list[dict[str, Any]], game: str, out: Path) -> None:
    """Write a Minari dataset into the folder ``minari``; answers are actions, and infos have the prices."""
    import minari  # type: ignore[import-not-found,import-untyped,unused-ignore]
    from gymnasium.spaces import Text
    from minari.data_collector import EpisodeBuffer  # type: ignore[import-not-found,import-untyped,unused-ignore]

    folder, name = out / "minari", _MINARI_ID.format(game=game)
    shutil.rmtree(folder / name, ignore_errors=True)
    os.environ["MINARI_DATASETS_PATH"] = str(folder)
    texts = {letter for episode in played for step in episode["steps"] for letter in step["observation"]}
    texts |= {letter for episode in played for letter in episode["last"]}
    answers = {letter for episode in played for step in episode["steps"] for letter in step["answer"]}
    buffers = []
    for episode in played:
        steps = episode["steps"]
        buffers.append(
            EpisodeBuffer(
                id=episode["facts"]["episode"],
                observations=[*(step["observation"] for step in steps), episode["last"]],
                actions=[step["answer"] for step in steps],
                rewards=[step["reward"] for step in steps],
                terminations=[step is steps[-1] for step in steps],
                truncations=[False] * len(steps),
                infos={"regret": [0.0, *(step["regret"] for step in steps)]},
            )
        )
    minari.create_dataset_from_buffers(
        name,
        buffer=buffers,
        observation_space=Text(_MOST_TEXT, min_length=0, charset="".join(sorted(texts))),
        action_space=Text(200, min_length=0, charset="".join(sorted(answers))),
        algorithm_name=", ".join(dict.fromkeys(PLAYERS)),
        description=f"{game_type(game).title} as text against the hen, with the regret of every step.",
    )


def data_card(game: str, seed: str, played: list[dict[str, Any]]) -> str:
    """Return the data card in Markdown."""
    facts = [episode["facts"] for episode in played]
    players = dict.fromkeys(PLAYERS)
    means = {
        player: sum(each["regret"] for each in facts if each["player"] == player)
        / max(1, sum(each["steps"] for each in facts if each["player"] == player))
        for player in players
    }
    lines = [
        f"# {game_type(game).title} as text",
        "",
        f"{len(facts):,} games of two players against the hen, with {sum(each['steps'] for each in facts):,} answers, "
        f"made by Roost {__version__}:",
        "",
        f"    python tools/text_data.py {game} --games {len(facts)} --seed {seed} --out FOLDER",
        "",
        "The games contain no personal data: all players are bots. The license is Roost's, MIT. Regrets of the kind "
        "`exact` come from the solved game, and those of the kind `turn` from a solved turn against Roost's model.",
        "",
        "| player | mean regret of an answer |",
        "| --- | ---: |",
        *(f"| {player} | {mean:.3%} |" for player, mean in means.items()),
    ]
    for name, columns in (("episodes", EPISODES), ("steps", STEPS)):
        lines += ["", f"## {name}.parquet", "", "| column | type | meaning |", "| --- | --- | --- |"]
        lines += [f"| `{column.name}` | `{column.type}` | {column.meaning} |" for column in columns]
    return "\n".join(lines) + "\n"


def write(game: str, count: int, seed: str, out: Path) -> Mapping[str, Any]:
    """Play the games and write all files; return what was written."""
    out.mkdir(parents=True, exist_ok=True)
    played = list(episodes(game, count, seed))
    write_parquet(played, out)
    (out / "README.md").write_text(data_card(game, seed, played), encoding="utf-8")
    has_minari = find_spec("minari") is not None and find_spec("h5py") is not None
    if has_minari:
        write_minari(played, game, out)
    return {"episodes": len(played), "steps": sum(len(each["steps"]) for each in played), "minari": has_minari}


def main() -> None:
    """Write a dataset."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=1_000)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--out", type=Path, default=Path("text-data"))
    arguments = parser.parse_args()
    if not 1 <= arguments.games <= 1_000_000:
        parser.error("--games must be 1 to 1,000,000")
    print(json.dumps(write(arguments.game, arguments.games, arguments.seed, arguments.out)))


if __name__ == "__main__":
    main()

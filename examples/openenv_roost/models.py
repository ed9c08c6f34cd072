"""What the client sends and gets: an answer in text, and an observation in text with the price of the answer."""

from openenv.core.env_server.types import Action, Observation
from pydantic import Field

from roost.lab.envs.text.answers import LONGEST


class RoostAnswer(Action):
    """An answer to an observation."""

    answer: str = Field(max_length=LONGEST, description="One move, such as: roll. The answer rules shows the rules.")


class RoostObservation(Observation):
    """What happened since the last answer, and the position."""

    text: str = Field(default="", description="The position in words; at the end of the game, the result.")
    regret: float | None = Field(default=None, description="The win share that the last move gave away.")
    kind: str | None = Field(default=None, description="exact (from the solved game) or turn (against a model).")
    error: float | None = Field(default=None, description="The error of the regret: a bound if exact, else its mean.")
    result: float | None = Field(default=None, description="The win share at the end of the game.")

"""Games for language models: observations and answers are text, and every decision has an exact price."""

from roost.lab.envs.text.text_game import TextGame, TextStep

__all__ = ["TextGame", "TextStep"]

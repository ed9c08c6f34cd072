"""The kernels' random generator in plain Python, implemented from its description alone."""

from roost.core.dice import Dice, Roll

WORD = 2**64
GOLDEN = 0x9E3779B97F4A7C15


def mix(z: int) -> int:
    """Apply the output function of SplitMix64."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB % WORD
    return z ^ z >> 31


def split_mix(start: int, number: int) -> int:
    """Return SplitMix64's output at an index, counted from 0."""
    return mix((start + (number + 1) * GOLDEN) % WORD)


class PlainStream:
    """A stream of xoshiro256++, seeded by SplitMix64."""

    def __init__(self, seed: int) -> None:
        self.words = [split_mix(seed, number) for number in range(4)]

    def next_word(self) -> int:
        """Return the next 64 bits."""
        a, b, c, d = self.words
        result = (_rotated((a + d) % WORD, 23) + a) % WORD
        c ^= a
        d ^= b
        self.words = [a ^ d, b ^ c, c ^ b << 17 % 64 & WORD - 1, _rotated(d, 45)]
        return result

    def below(self, limit: int) -> int:
        """Return an integer below a limit."""
        while True:
            product = (self.next_word() >> 32) * limit
            if product % 2**32 >= 2**32 % limit:
                return product >> 32

    def roll(self, dice: Dice) -> Roll:
        """Return a roll of six-sided dice."""
        return read_roll(dice, self.below(6**dice.count))


def read_roll(dice: Dice, number: int) -> Roll:
    """Return the roll given by a number's digits in base 6."""
    faces = [i for i, weight in enumerate(dice.die.weights) for _ in range(weight)]
    shown = [faces[number // 6**place % 6] for place in range(dice.count)]
    return dice.die.roll(map(shown.count, range(len(dice.die.symbols))))


def _rotated(word: int, by: int) -> int:
    return (word << by | word >> 64 - by) % WORD

"""The dice of a table with one device, as a source of dice for records."""

from roost.core.dice import Dice, Roll
from roost.core.record.proof import Proof
from roost.play.dice.fair import host_chain, list_of, numbers, rolled, seed_of


class FairTable:
    """Dice that a host and the device of one person fixed before the first roll. The device rolls every other time."""

    def __init__(self, secret: bytes, name: str = "0123456789abcdef0123/1", *, is_listed: bool = True) -> None:
        self.name = name
        self.links, self.numbers = host_chain(secret, name, 4000), numbers(secret)
        self.devices = {0: self.numbers} if is_listed else {}
        listed = list_of(name, 1, self.links.top, [(who, device.top) for who, device in self.devices.items()])
        self.seed = seed_of(listed, [(who, device.link(1)) for who, device in self.devices.items()])
        self.rolled, self.opened = 0, b""
        self.proof: Proof | None = None

    @property
    def headers(self) -> dict[str, str]:
        """How a record names these dice."""
        listed = [f"{who}:{device.top.hex()}:{device.link(1).hex()}" for who, device in self.devices.items()]
        return {"Dice": "verifiable", "Table": self.name, "Protocol": "3",
                "Round-1": f"1 0 1 {self.links.top.hex()}", "Devices-1": " ".join(listed) or "-"}  # fmt: skip

    def roll(self, dice: Dice) -> Roll:
        """The next roll, whose proof is then in :attr:`proof`."""
        self.rolled += 1
        given = self.numbers.link(self.rolled + 1) if self.devices and self.rolled % 2 else b""
        self.opened = given or self.opened
        self.proof = Proof(self.rolled, self.links.link(self.rolled), given)
        return rolled(self.seed, self.rolled, self.proof.link, self.opened, dice)

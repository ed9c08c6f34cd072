"""Change a player's name and bird before their first game."""

from roost.play.table.checks import check_settled, own_places
from roost.play.table.draft import Draft
from roost.play.table.log import SeatClaimed
from roost.play.table.names import clean_name
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.spec import AvatarName
from roost.play.table.table import Table


def rename(table: Table, person: int, seat: int | None, name: str, avatar: AvatarName | None, now: float) -> Draft:
    """Change the name and bird on the person's given seat, or on all of them."""
    check_settled(table)
    draft = Draft(table.id, table, now)
    for place in own_places(table, person, seat):
        chair = table.places[place]
        if chair.member is not None or (table.play is not None and place < len(table.chairs)):
            raise RefusedError(Refusal.NOT_NOW, "A name cannot be changed once the player has played.")
        try:
            draft.add(SeatClaimed(place, person, clean_name(name), avatar, chair.is_real))
        except ValueError as error:
            raise RefusedError(Refusal.BAD_VALUE, f"{str(error).capitalize()}.") from None
    return draft

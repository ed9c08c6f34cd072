"""Another name and another bird, for whoever sits down first and thinks then: until they play, when both are kept."""

from roost.play.table.checks import check_settled, own_places
from roost.play.table.draft import Draft
from roost.play.table.log import SeatClaimed
from roost.play.table.names import clean_name
from roost.play.table.refusals import Kind, RefusedError
from roost.play.table.spec import AvatarName
from roost.play.table.table import Table


def rename(table: Table, person: int, seat: int | None, name: str, avatar: AvatarName | None, now: float) -> Draft:
    """Be called something else, on this seat of one's own, or on all."""
    check_settled(table)
    draft = Draft(table.id, table, now)
    for place in own_places(table, person, seat):
        chair = table.places[place]
        if chair.member is not None or (table.play is not None and place < len(table.chairs)):
            raise RefusedError(Kind.NOT_NOW, "Whoever plays keeps their name.")
        try:
            draft.add(SeatClaimed(place, person, clean_name(name), avatar, chair.is_real))
        except ValueError as why:
            raise RefusedError(Kind.BAD_VALUE, f"{str(why).capitalize()}.") from None
    return draft

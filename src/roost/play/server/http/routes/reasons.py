"""API operations that explain, from the rules, why an action is illegal."""

from typing import Annotated

from roost.core.registry import position
from roost.core.words import Language, Messages
from roost.core.words.reasons import describe_reason
from roost.play.server.http.messages import ReasonView
from roost.play.server.http.operations import InQuery, get
from roost.play.server.http.routes.request_context import ContextHere, Lang, PositionText, TableId
from roost.play.table.refusals import Refusal, RefusedError
from roost.play.table.views import describe_why_not

Token = Annotated[str, InQuery(name="action", min_length=1, max_length=40, description="The token of an action.")]


@get("/positions/why", tag="positions", refuses=(Refusal.BAD_VALUE,))
def show_reason(text: PositionText, token: Token, lang: Lang = None) -> ReasonView:
    """Show why an action is illegal in a position."""
    state = position(text)
    action = state.game.parse_action(token)
    return ReasonView(str(action), describe_reason(state, action, Messages(lang or Language.EN)))


@get(
    "/tables/{table_id:str}/why",
    tag="play",
    refuses=(Refusal.NOT_FOUND, Refusal.NOT_NOW, Refusal.BAD_VALUE),
)
async def show_reason_at_table(table_id: TableId, token: Token, context: ContextHere, lang: Lang = None) -> ReasonView:
    """Show why an action is illegal at a table, with the players' names."""
    table = (await context.room()).table
    if table.play is None:
        raise RefusedError(Refusal.NOT_NOW, "The game has not been started.")
    action = table.play.game.parse_action(token)
    return ReasonView(str(action), describe_why_not(table, action, lang or Language.EN))

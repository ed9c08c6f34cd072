// Carries out the player's actions at a table, as the table's screen reports them.

import { rememberAvatar, rememberName } from "../lib/remembered.js";
import { beginsIt } from "../model/next-game.js";
import { viewOf } from "../model/table.js";
import { api, orElse } from "../net/api.js";
import { showMenu } from "../parts/table-menu.js";

/** @param {import("./session.js").Session} session @returns {Handlers} */
export function wishesAt(session) {
  const view = () => viewOf(session.model);
  const send = (/** @type {string} */ path, /** @type {object} */ body) => void session.sending.send(path, body);

  const toggleController = () => {
    session.state.toggleController();
    session.render();
  };

  /** @type {Handlers["hosting"]} */
  const hosting = {
    fill: (seat, bot) => send(`seats/${seat}/bot`, { bot }),
    free: (seat) => void session.sending.free(seat),
    start: () => void session.sending.begin("start"),
    rename(seat, name, avatar) {
      rememberName(name);
      if (avatar) rememberAvatar(avatar);
      send("name", { seat, name, avatar: avatar || null });
    },
  };

  /** @param {string} token */
  async function why(token) {
    if (view().acting === null || session.isBusy) return;
    const { reason } = await orElse(api.get(`/tables/${session.id}/why`, { action: token }), {});
    if (reason) session.screen.say(reason);
  }

  return {
    hosting,
    toggleController,
    choose: (chosen) => void session.move(chosen),
    enter: (roll) => void session.sending.enter(roll),
    correct: (roll) => void session.sending.correct(roll),
    hold: () => session.autoRoll.hold(),
    ask: (token) => void why(token),
    skip: () => session.playback.skip(),
    rematch: () => void session.sending.begin("rematch"),
    chooseNext: (game) => send("next", { game }),
    comeBack: () => send("return", {}),

    repeat() {
      session.autoRoll.hold();
      void session.telling.repeat(view());
    },

    undo() {
      if (view().canUndo) void session.sending.undo();
    },

    react(reaction) {
      if (view().isWatching) void session.sending.cheer(reaction);
      else send("reactions", { reaction });
    },

    guess(holds) {
      session.guessing.guess(holds);
      session.render();
    },

    /** Start the next game automatically, if that is this device's job. */
    begin() {
      if (session.isBusy || !beginsIt(session.model, view())) return;
      void session.sending.begin(view().phase === "waiting" ? "start" : "rematch", true);
    },

    wait() {
      const game = (session.model.table.game?.number ?? 0) + 1;
      void api.post(`/tables/${session.id}/wait`, { game }).catch(() => null);
    },

    admit(screen) {
      if (session.model.person !== null) void api.post(`/tables/${session.id}/screens`, { screen }).catch(() => null);
    },

    panel(open) {
      if (open) session.autoRoll.hold();
      void session.question.ask();
    },

    menu() {
      session.autoRoll.hold();
      showMenu(session.model, view(), {
        ...hosting,
        toggleController,
        leave: () => send("leave", {}),
        comeBack: () => send("return", {}),
        close: () => send("close", {}),
        isController: session.state.isController,
      });
    },
  };
}

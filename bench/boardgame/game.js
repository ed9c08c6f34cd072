// A dice game of push your luck, as small as one can be: generous to boardgame.io.
module.exports.Pig = {
  name: "pig",
  setup: () => ({ scores: [0, 0], turn: 0, roll: 0 }),
  minPlayers: 2,
  maxPlayers: 2,
  moves: {
    play: {
      client: false, // dice are rolled by the server, so no client may run ahead of it
      move: ({ G, ctx, random, events }, isRolling) => {
        const seat = Number(ctx.currentPlayer);
        if (!isRolling) {
          G.scores[seat] += G.turn;
        } else {
          G.roll = random.D6();
          G.turn += G.roll;
          if (G.roll > 1) return;
        }
        G.turn = 0;
        events.endTurn();
      },
    },
  },
};

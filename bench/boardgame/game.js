// A minimal push-your-luck dice game, which favours boardgame.io in the comparison.
module.exports.Pig = {
  name: "pig",
  setup: () => ({ scores: [0, 0], turn: 0, roll: 0 }),
  minPlayers: 2,
  maxPlayers: 2,
  moves: {
    play: {
      client: false, // the server rolls the dice, so clients must not predict the move
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

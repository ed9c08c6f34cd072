// boardgame.io's own server, in memory. This is its best case, because it stores nothing.
const { Server, Origins } = require("boardgame.io/server");
const { Pig } = require("./game");

const server = Server({ games: [Pig], origins: [Origins.LOCALHOST] });
server.run({ port: Number(process.argv[2]), callback: () => process.stdout.write("ready\n") });

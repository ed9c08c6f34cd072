// node load.js PORT TABLES SECONDS PID: two clients per table move in turn, once both have received the previous move.
const { readFileSync } = require("fs");
const { performance } = require("perf_hooks");
const { Client, LobbyClient } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Pig } = require("./game");

const [port, tables, seconds, pid] = process.argv.slice(2).map(Number);
const server = `http://localhost:${port}`;
const lobby = new LobbyClient({ server });
const latencies = [];

const cpuSeconds = () => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
const memory = () => Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;

async function openTable() {
  const { matchID } = await lobby.createMatch("pig", { numPlayers: 2 });
  const clients = [];
  for (const playerID of ["0", "1"]) {
    const { playerCredentials } = await lobby.joinMatch("pig", matchID, { playerID, playerName: playerID });
    clients.push(
      Client({
        game: Pig,
        multiplayer: SocketIO({ server }),
        matchID,
        playerID,
        credentials: playerCredentials,
        debug: false,
      }),
    );
  }
  let version = -1;
  let sent = 0;
  const playNext = () => {
    const states = clients.map((client) => client.getState());
    if (states.some((state) => state === null || !state.isConnected || state._stateID <= version)) return;
    if (states[0]._stateID !== states[1]._stateID) return;
    if (sent) latencies.push(performance.now() - sent);
    version = states[0]._stateID;
    sent = performance.now();
    clients[Number(states[0].ctx.currentPlayer)].moves.play(Math.random() < 0.75);
  };
  for (const client of clients) {
    client.start();
    client.subscribe(playNext);
  }
}

async function main() {
  for (let i = 0; i < tables; i++) await openTable();
  await new Promise((resolve) => setTimeout(resolve, 1000));
  latencies.length = 0;
  const begun = performance.now();
  const cpu = cpuSeconds();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  const taken = (performance.now() - begun) / 1000;
  const used = cpuSeconds() - cpu;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.floor(latencies.length * share)] / 1000;
  const moves = latencies.length;
  const result = { moves, seconds: taken, p50: at(0.5), p99: at(0.99), cpu_seconds: used, memory: memory() };
  process.stdout.write(JSON.stringify(result) + "\n", () => process.exit(0));
}

main();

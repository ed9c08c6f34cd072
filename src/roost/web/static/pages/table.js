// A table: the server's events are the only truth; this page shows them in order, and sends what people want.

import { announce } from "../lib/announce.js";
import { has, t } from "../lib/i18n.js";
import { mine, remember } from "../lib/mine.js";
import { keep, settings } from "../lib/settings.js";
import { awarded } from "../model/awards.js";
import { standingAfter } from "../model/comeback.js";
import { kitOf } from "../model/kit.js";
import { Playback, actorOf } from "../model/playback.js";
import { stepsOf } from "../model/steps.js";
import { opened, stepped, toldOf, viewOf, withPast } from "../model/table.js";
import { evidenceOf, trustAfter } from "../model/trust.js";
import { NO_TURNS, latest, withStep } from "../model/turns.js";
import { Problem, api, randomHex, serverNow } from "../net/api.js";
import { Feed } from "../net/feed.js";
import { numbersFor, ownSeals, seal } from "../net/numbers.js";
import { Outbox } from "../net/outbox.js";
import { pastOf } from "../net/past.js";
import { confetti } from "../parts/confetti.js";
import { sentence } from "../parts/log.js";
import { seatName } from "../parts/names.js";
import { face } from "../parts/portrait.js";
import { tableScreen } from "../parts/screen.js";
import { sound } from "../parts/sound.js";
import { bindTableKeys } from "../parts/table-keys.js";
import { showMenu } from "../parts/table-menu.js";

/** @typedef {import("../model/table.js").Model} Model */
/** @typedef {import("../model/steps.js").Step} Step */
/** @typedef {import("../types/messages").Snapshot} Snapshot */
/** @typedef {import("../types/messages").ChangeView} Change */
/** @typedef {import("../types/messages").OddsView} OddsView */
/** @typedef {import("../types/messages").TableView} TableView */

/** What is answered by looking again: somebody else was faster, or another tab of one's own. */
const OVERTAKEN = ["stale", "out-of-turn", "illegal", "not-now"];
/** Seconds after which something that comes in is old: it is told, not played. */
const OLD = 45;
/** What happens in every turn: the sentence about it gives way to one about a tile, or a bust. */
const ROUTINE = new Set(["rolled", "laid_aside", "picked_up"]);
/** How likely a roll must be to fail for its last die to slow down. */
const TENSE = 0.3;
/** Milliseconds until dice are rolled on by themselves, where no other choice makes sense. */
const BEAT = { slow: 1200, normal: 170, fast: 150, instant: 120 };
/** After one choice that was made by itself the next needs less of a beat. */
const QUICK_BEAT = 0.5;

/** @type {import("../lib/router.js").Page} */
export default async function table(params, root) {
  /** @type {Snapshot} */
  const snapshot = await api.get(`/tables/${params["table"]}`);
  const kit = await kitOf(snapshot.spec.game);
  if (!root.isConnected) return { title: "" }; // left meanwhile: the title is another page's
  const session = new Session(snapshot, kit);
  session.open(root);
  return { title: session.title, leave: () => session.close() };
}

/** One visit to a table. */
class Session {
  /**
   * As it is shown.
   * @type {Model}
   */
  #model;
  /**
   * As the server has told it, which may be ahead of what is shown.
   * @type {TableView}
   */
  #latest;
  /**
   * Steps that wait until the past is known.
   * @type {Step[] | null}
   */
  #held = [];
  /** @type {OddsView | null} */
  #odds = null;
  #asking = "";
  #myTurn = -1;
  /** @type {(() => void)[]} */
  #cleaning = [];
  /** @type {import("../parts/screen.js").Scene["events"]} */
  #events = [];
  #pace = 0;
  #isDrawing = false;
  #visit = 0;
  /** The version that this device remembers to have seen. */
  #noted = 0;
  /** @type {import("../model/turns.js").Turns} */
  #turns = NO_TURNS;
  /**
   * What was told while nobody looked.
   * @type {string[]}
   */
  #missed = [];
  /** @type {number | null} when dice are rolled by themselves */
  #rolling = null;
  /** @type {import("../model/awards.js").Awards} */
  #awards = null;
  /** @type {import("../model/comeback.js").Standing} */
  #standing = null;
  /** @type {{seat: number, n: number} | null} who has taken the lead from far behind with what is shown */
  #comeback = null;
  /** Whether much hangs on the roll that one has just asked for, and on the one that is shown. */
  #isRisky = false;
  #isTense = false;
  /** Whether the latest choice was made by itself. */
  #wasObvious = false;
  /** Whether a roll was wished for before it was possible. */
  #wantsRoll = false;
  /** @type {Outbox<Change>} */
  #outbox;
  /** @type {"broken" | number} what was said loudly: that the dice are not to be trusted, or how often they were committed to anew */
  #warned = 0;
  /** @type {number | null} the roll that a number of ours is under way for */
  #given = null;

  /**
   * @param {Snapshot} snapshot
   * @param {import("../model/kit.js").Kit} kit of the game
   */
  constructor(snapshot, kit) {
    const { table, spec } = snapshot;
    this.id = table.id;
    this.kit = kit;
    this.title = kit.info.short;
    this.#model = opened(snapshot, null, ownSeals(snapshot));
    this.#latest = table;
    this.playback = new Playback({
      show: (step, pace) => this.#show(step, pace),
      tell: (step) => this.#tell(step),
      isOld: (step) => serverNow() - step.table.at > OLD,
      idle: () => this.#idle(),
      speed: () => (document.hidden ? "instant" : settings().speed),
      isOwn: (step) => this.#isOwn(step),
      later: (run, after) => setTimeout(run, after),
      cancel: (timer) => clearTimeout(timer),
    });
    this.#outbox = new Outbox({
      begun: () => this.#render(),
      answered: (change) => this.feed?.tell(change),
      refused: (error) => this.#refused(error),
      done: () => (this.playback.isBusy ? this.#render() : this.#idle()), // the feed may have been quicker than the answer
    });
    this.screen = tableScreen({ id: this.id, code: table.code, title: this.title, game: spec.game }, kit, this.#wishes());
    this.#start(snapshot);
  }

  /**
   * Show the table, and everything that happens at it from now on.
   * @param {HTMLElement} root
   */
  open(root) {
    root.append(this.screen.element);
    this.feed = new Feed(this.id, {
      snapshot: (fresh) => this.#restart(fresh),
      change: (change) => this.#changed(change),
      connection: (state) => this.screen.connection(state),
      away: (people) => this.#missing(people),
      cheer: (reaction) => this.#cheered(reaction),
    });
    const looked = () => this.#looked();
    document.addEventListener("visibilitychange", looked);
    const keys = { space: () => this.#space(), undo: () => void this.#undo(), menu: () => this.#menu(), skip: () => this.playback.skip() };
    this.#cleaning.push(bindTableKeys(this.screen, keys), () => document.removeEventListener("visibilitychange", looked));
  }

  close() {
    this.#visit++;
    this.#hold();
    this.#note();
    this.feed?.close();
    this.playback.clear();
    this.screen.stop();
    for (const clean of this.#cleaning) clean();
  }

  // -- what comes in --

  /** @param {Snapshot} snapshot */
  #restart(snapshot) {
    const isSame = this.#latest.version === snapshot.table.version && this.#latest.renewal?.id === snapshot.table.renewal?.id;
    const isKnown = isSame && this.#model.person === (snapshot.you?.person ?? null);
    if (!isKnown) this.#start(snapshot);
  }

  /** @param {Snapshot} snapshot */
  #start(snapshot) {
    this.playback.clear();
    this.#model = opened(snapshot, this.#model, ownSeals(snapshot));
    this.#latest = snapshot.table;
    this.#odds = null;
    [this.#events, this.#pace, this.#held, this.#turns] = [[], 0, [], NO_TURNS];
    this.#idle();
    void this.#recall();
  }

  /** Read what happened before, and check its dice. What happens meanwhile waits for that. */
  async #recall() {
    const visit = ++this.#visit;
    const past = await pastOf(this.id, () => this.#latest.version);
    if (visit !== this.#visit) return; // a newer snapshot has come
    const seen = mine().find(({ id }) => id === this.id)?.version ?? Infinity;
    this.#model = withPast(this.#model, past);
    this.#warn();
    this.#missed.push(...this.#model.log.filter(({ version }) => version > seen).map(sentence));
    this.#note();
    this.#greet();
    const held = this.#held ?? [];
    this.#held = null;
    if (held.length) this.playback.add(held);
    else this.#render();
  }

  /** Say it loudly, once, if the dice are not to be trusted any more, and keep what shows it. */
  #warn() {
    const { trust } = this.#model;
    const trouble = trust?.broken ? "broken" : (trust?.renewals.length ?? 0);
    if (!trust || !trouble || this.#warned === "broken" || this.#warned === trouble) return;
    this.#warned = trouble;
    keepEvidence(this.id, trust);
    announce(t(trust.broken ? "table.dice_broken_loud" : "table.dice_renewed_loud"));
    this.#render();
    queueMicrotask(() => this.screen.warn()); // once the screen knows of it
  }

  /** @param {Change} change */
  #changed(change) {
    const isRestored = change.table.renewal?.id !== this.#latest.renewal?.id;
    if (isRestored && !change.entries.some(({ type }) => type === "renewed")) {
      this.feed?.restart(); // a backup was restored, and this follows something that we have not heard
      return;
    }
    const steps = stepsOf(this.#latest, change, this.kit.board.after);
    for (const step of steps) step.isTense = this.#isRisky && step.events.some(({ type }) => type === "rolled") && this.#isOwn(step);
    this.#latest = change.table;
    if (this.#held) this.#held.push(...steps);
    else this.playback.add(steps);
  }

  /**
   * @param {Step} step
   * @param {number} pace
   */
  #show(step, pace) {
    this.#hold();
    this.#model = stepped(this.#model, step);
    this.#warn();
    this.#turns = withStep(this.#turns, step);
    this.#awards = awarded(this.#awards, step);
    const { standing, seat, n } = standingAfter(this.#standing, step);
    this.#standing = standing;
    this.#comeback = seat === null || step.table.status !== "playing" ? null : { seat, n };
    [this.#events, this.#pace, this.#isTense] = [step.events, pace, step.isTense ?? false];
    this.#odds = null;
    this.#render();
  }

  /**
   * Say what has been shown.
   * @param {Step} step
   */
  #tell(step) {
    const before = this.#model;
    this.#model = toldOf(before, step);
    const isNewGame = step.entries.some((entry) => entry.type === "started");
    const lines = isNewGame ? this.#model.log : this.#model.log.slice(before.log.length);
    const told = lines.length ? lines.map(sentence) : [...step.told];
    const back = this.#comeback && viewOf(this.#model, false).seats[this.#comeback.seat];
    if (back && this.#comeback) {
      told.push(t("table.comeback", { name: seatName(back), n: this.#comeback.n }));
      this.screen.celebrate({ picture: face(back), mood: "glad" }, this.#pace);
      this.#comeback = null;
    }
    if (told.length) this.#narrate(told, step.events.every(({ type }) => ROUTINE.has(type)));
    for (const event of step.events) sound(event.type);
    for (const entry of step.entries) {
      if (entry.type === "reacted") this.#reacted(entry.seat, entry.reaction);
      if (entry.type === "seat_claimed" || entry.type === "started") this.#note();
    }
    if (step.events.some((event) => event.type === "ended")) {
      if (this.#model.table.game?.told) announce(this.#model.table.game.told);
      const view = viewOf(this.#model);
      if (view.seats.some((seat) => seat.isMine && seat.hasWon)) this.#cleaning.push(confetti());
    }
    this.#render();
  }

  /**
   * Say something where it is read and where it is heard; what nobody looks at is kept.
   * @param {string[]} told
   * @param {boolean} [isRoutine] whether something more important may stay a little longer
   */
  #narrate(told, isRoutine = false) {
    const said = told.join(" ");
    announce(said);
    if (document.hidden) this.#missed.push(...told);
    this.screen.narrate(said, { mayRepeat: latest(this.#turns) !== null, isRoutine });
  }

  /** Somebody has turned to this page, or away from it. */
  #looked() {
    if (document.hidden) this.#hold();
    else this.#greet();
    this.#note();
    this.#idle();
  }

  /** Offer to tell what was missed. */
  #greet() {
    if (!document.hidden && this.#missed.length) {
      this.screen.narrate(t("table.missed", { n: this.#missed.length }), { isMissed: true });
    }
  }

  /** Show the latest turn again, or what was missed. */
  async #repeat() {
    this.#hold();
    const { showAgain, showMissed } = await import("../parts/again.js");
    const view = viewOf(this.#model);
    const turn = latest(this.#turns);
    if (this.#missed.length) {
      showMissed(this.#missed.splice(0));
      if (turn) this.screen.narrate(turn.steps.at(-1)?.told.join(" ") ?? "");
    } else if (turn) showAgain(turn.steps, view.seats.map(seatName), view.viewer, this.kit);
  }

  /**
   * @param {number} seat
   * @param {string} reaction
   */
  #reacted(seat, reaction) {
    const look = viewOf(this.#model).seats[seat];
    this.screen.seats.react(seat, reaction);
    if (look) announce(`${seatName(look)}: ${t(`table.reactions.${reaction}`)}`);
  }

  /**
   * Somebody has closed the page, or has come back.
   * @param {number[]} people
   */
  #missing(people) {
    const before = viewOf(this.#model).seats;
    this.#model = { ...this.#model, absent: people };
    for (const seat of viewOf(this.#model).seats) {
      const wasAbsent = before[seat.seat]?.isAbsent;
      if (seat.isAbsent === wasAbsent || seat.isReplaced) continue;
      this.#narrate([t(seat.isAbsent ? "table.log.away" : "table.log.returned", { name: seatName(seat) })]);
    }
    this.#render();
  }

  /** @param {string} reaction */
  #cheered(reaction) {
    this.screen.cheer(reaction);
    announce(t("table.cheered", { reaction: t(`table.reactions.${reaction}`) }));
  }

  /** Everything has been shown: it is somebody's turn. */
  #idle() {
    this.#render();
    const view = viewOf(this.#model);
    const turn = view.acting === null ? -1 : (this.#model.table.game?.turn_at ?? 0);
    if (turn !== this.#myTurn && turn >= 0) {
      const acting = view.seats.find((seat) => seat.seat === view.acting);
      announce(acting && view.mine.length > 1 ? t("table.turn_of", { name: seatName(acting) }) : t("table.your_turn"));
      sound("turn");
    }
    this.#myTurn = turn;
    if (this.#held === null && this.#model.table.version !== this.#noted) this.#note();
    if (view.acting !== null || this.#model.table.game?.node === "over") this.playback.follow();
    if (!this.playback.isBusy) this.#goOn(view);
    document.title = `${turn >= 0 ? `▶ ${t("table.your_turn")}` : this.title} · Roost`;
    void this.#askOdds();
  }

  /**
   * Roll where that was wished for, or where it goes without saying.
   * @param {import("../model/table.js").View} view
   */
  #goOn(view) {
    const { game } = this.#model.table;
    const wantsRoll = this.#wantsRoll;
    this.#wantsRoll = false;
    if (view.acting === null || this.#outbox.isBusy || document.hidden) return;
    if (wantsRoll) return this.screen.choices.roll();
    const { obvious } = game ?? {};
    if (!obvious || this.#model.spec.rules?.auto_roll === false || this.screen.panel || document.querySelector("dialog[open]")) return;
    this.#hold();
    this.#rolling = setTimeout(() => {
      this.#rolling = null;
      void this.#move(obvious, true);
    }, this.#beat);
    this.#render();
  }

  /** Milliseconds until what goes without saying is done. */
  get #beat() {
    return BEAT[settings().speed] * (this.#wasObvious ? QUICK_BEAT : 1);
  }

  /** Let nothing roll by itself for now. */
  #hold() {
    if (this.#rolling === null) return;
    clearTimeout(this.#rolling);
    this.#rolling = null;
    this.#render();
  }

  /** @param {Step} step */
  #isOwn(step) {
    const seat = actorOf(step) ?? this.#model.actor;
    const view = viewOf(this.#model);
    return typeof seat === "number" && view.mine.includes(seat) && !view.replaced.includes(seat);
  }

  /** Remember the table on this device. */
  #note() {
    const view = viewOf(this.#model);
    const { game } = this.#model.table;
    // A game against bots that nobody has begun to play leaves no trace.
    if (game && !game.dice.rolls && view.seats.every((seat) => seat.isMine || seat.kind === "bot")) return;
    const names = view.seats.filter((seat) => seat.name || seat.bot).map(seatName);
    const { version } = this.#model.table;
    this.#noted = version;
    remember({ id: this.id, game: this.#model.spec.game, names, plays: !view.isWatching, version });
  }

  /** Draw what has changed: once, however much that is. */
  #render() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    queueMicrotask(() => {
      this.#isDrawing = false;
      this.screen.show({
        model: this.#model, events: this.#events, pace: this.#pace, isIdle: !this.playback.isBusy, isSent: this.#outbox.isBusy, odds: this.#odds,
        rollsIn: this.#rolling === null ? null : this.#beat,
        isTense: this.#isTense,
        awards: this.#awards?.best ?? [],
      });
      this.#events = [];
    });
  }

  // -- what goes out --

  /** @returns {import("../parts/screen.js").Wishes} */
  #wishes() {
    return {
      choose: (chosen) => void this.#move(chosen),
      hold: () => this.#hold(),
      repeat: () => void this.#repeat(),
      ask: (token) => void this.#why(token),
      skip: () => this.playback.skip(),
      undo: () => void this.#undo(),
      menu: () => this.#menu(),
      react: (reaction) => void this.#react(reaction),
      rematch: () => void this.#give("rematch", {}),
      comeBack: () => void this.#send("return", {}),
      panel: (open) => {
        if (open) this.#hold();
        void this.#askOdds();
      },
      hosting: {
        fill: (seat, bot) => void this.#send(`seats/${seat}/bot`, { bot }),
        free: (seat) => void this.#do(() => api.delete(`/tables/${this.id}/seats/${seat}`)),
        start: () => void this.#give("start", {}),
      },
    };
  }

  /**
   * Choose, and roll if that leads to a roll of one's own.
   * @param {string | null} action
   * @param {boolean} [isObvious] whether nobody had to choose
   */
  async #move(action, isObvious = false) {
    this.#hold();
    if (this.#outbox.isBusy) return;
    this.#wasObvious = isObvious;
    const risk = action === null ? this.#odds?.fails : this.#odds?.choices.find((choice) => choice.action === action)?.fails;
    const isRoll = action === null || this.#model.table.game?.actions.some(({ action: token, kind }) => token === action && kind === "roll");
    this.#isRisky = !isObvious && Boolean(isRoll) && (risk ?? 0) >= TENSE;
    await this.#give("moves", { version: this.#model.table.version, key: randomHex(), ...(action === null ? {} : { action }) });
  }

  /**
   * Send something with our number for the dice. Whatever comes of it, the dice that it is for must hold it.
   * @param {string} what
   * @param {object} body
   */
  async #give(what, body) {
    const { game: running, coming } = this.#model.table;
    const isRoll = what === "moves";
    const game = isRoll ? (running?.dice.protocol === 1 ? 0 : (running?.number ?? 0)) : (coming?.game ?? 0);
    if (!game) {
      await this.#send(what, { ...body, nonce: randomHex() }); // a table of an older server
      return;
    }
    const roll = isRoll ? (running?.dice.rolls ?? 0) + 1 : 0;
    const renewal = this.#model.table.renewal?.id ?? "";
    const own = numbersFor(this.id, game, renewal);
    const seals = isRoll ? running?.dice.seals : coming?.seals;
    const isSealed = seals?.some(({ person, seal: known }) => person === this.#model.person && known === own.seal);
    const nonce = own.number(roll + 1);
    await this.#do(async () => {
      if (!isSealed) {
        this.#noteDice({ sealed: [game, own.seal] });
        this.feed?.tell(await seal(this.id, game, renewal));
      }
      this.#noteDice({ sent: [game, roll, nonce, isRoll ? (running?.seat ?? null) : null] });
      this.#given = roll;
      return api.post(`/tables/${this.id}/${what}`, { ...body, nonce });
    });
    this.#given = null;
  }

  /**
   * Note what we say about the dice.
   * @param {import("../model/trust.js").Said} said
   */
  #noteDice(said) {
    this.#model = { ...this.#model, trust: trustAfter(this.#model.trust, said) };
  }

  /**
   * Clap, or the like. What a watcher does is told, and changes nothing.
   * @param {string} reaction
   */
  async #react(reaction) {
    try {
      if (viewOf(this.#model).isWatching) await api.post(`/tables/${this.id}/cheers`, { reaction });
      else await this.#send("reactions", { reaction });
    } catch (error) {
      this.#refused(error);
    }
  }

  async #undo() {
    if (viewOf(this.#model).canUndo) await this.#send("undo", { version: this.#model.table.version, key: randomHex() });
  }

  /**
   * @param {string} what
   * @param {object} body
   */
  #send(what, body) {
    return this.#do(() => api.post(`/tables/${this.id}/${what}`, body));
  }

  /**
   * Send something after all that was sent before it.
   * @param {() => Promise<Change>} send
   */
  #do(send) {
    return this.#outbox.send(send);
  }

  /** @param {unknown} error */
  #refused(error) {
    if (!(error instanceof Problem)) throw error;
    if (this.#given !== null && error.status >= 400 && error.status !== 429) this.#noteDice({ refused: this.#given });
    if (OVERTAKEN.includes(error.kind)) this.feed?.catchUp();
    if (error.kind === "stale" || error.kind === "out-of-turn") return;
    this.#say(has(`table.problem.${error.kind}`) ? t(`table.problem.${error.kind}`) : error.detail);
  }

  /** @param {string} token */
  async #why(token) {
    const view = viewOf(this.#model);
    if (view.acting === null || this.playback.isBusy) return;
    try {
      const { reason } = await api.get(`/tables/${this.id}/why`, { action: token });
      if (reason) this.#say(reason);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
    }
  }

  /** @param {string} said */
  #say(said) {
    this.screen.say(said);
  }

  /** Ask for the odds of the position, where somebody wants to know them. */
  async #askOdds() {
    const view = viewOf(this.#model);
    const { game } = this.#model.table;
    const hint = this.screen.panel === "odds";
    if ((view.acting === null && !hint) || !view.hasOdds || view.phase !== "playing") return;
    if (!game || game.seat === null || this.playback.isBusy) return;
    const isKnown = this.#odds?.position === game.position && (!hint || this.#odds.choices.length < 2 || this.#odds.rooster);
    const question = `${hint} ${game.position}`;
    if (isKnown || this.#asking === question) return;
    this.#asking = question;
    try {
      /** @type {OddsView | null} */
      const odds = await api.get(`/tables/${this.id}/odds`, { hint: hint || null }, () => this.#asking === question);
      // A question that was asked first, and wanted to know less, may be answered last.
      const isNewest = this.#asking === question;
      if (isNewest && odds?.position === this.#model.table.game?.position && !this.playback.isBusy) {
        this.#odds = odds;
        this.#render();
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error; // what the server does not tell is not shown
    } finally {
      if (this.#asking === question) this.#asking = "";
    }
  }

  #menu() {
    this.#hold();
    showMenu(this.#model, viewOf(this.#model), {
      ...this.#wishes().hosting,
      leave: () => void this.#send("leave", {}),
      comeBack: () => void this.#send("return", {}),
      close: () => void this.#send("close", {}),
    });
  }

  /** Roll, or see the rest at once. A roll of one's own that cannot be yet follows by itself. */
  #space() {
    const isOwn = this.#outbox.isBusy || viewOf(this.#model, false).seats.some((seat) => seat.isTurn && seat.isMine);
    if (!this.playback.isBusy && !this.#outbox.isBusy) void (this.screen.rollPicked() || this.screen.choices.roll());
    else if (isOwn) this.#wantsRoll = true;
    else this.playback.skip();
  }
}

/**
 * Keep what shows that a host is not to be trusted, also if this page is closed.
 * @param {string} id
 * @param {import("../model/trust.js").Trust} trust
 */
function keepEvidence(id, trust) {
  keep(`roost-evidence-${id}`, JSON.stringify(evidenceOf(trust)));
}

// One visit to a table: what comes in is shown step by step, and what people want goes out.

import { announce } from "../lib/announce.js";
import { has, t } from "../lib/i18n.js";
import { visitedTables } from "../lib/remembered.js";
import { settings } from "../lib/settings.js";
import { isArrangedAnew, isOther, opened, stepped, viewOf, withPast } from "../model/table.js";
import { Playback, actorOf } from "../model/playback.js";
import { stepsOf } from "../model/steps.js";
import { serverNow } from "../net/api.js";
import { Feed, historyOf } from "../net/feed.js";
import { recallSeals } from "../net/numbers.js";
import { whoseDice } from "../net/whose-dice.js";
import { sentence } from "../parts/log.js";
import { seatName } from "../parts/names.js";
import { sound } from "../parts/sound.js";
import { AutoRoll } from "./auto-roll.js";
import { Celebration } from "./celebration.js";
import { Coach } from "./coach.js";
import { Controller } from "./controller.js";
import { Guessing } from "./guessing.js";
import { FirstGame } from "./first-game.js";
import { rememberTable } from "./remembering.js";
import { StorySoFar } from "../model/story.js";
import { Following, Leading, screenName } from "./room-clock.js";
import { OddsQuestion } from "./odds-question.js";
import { Sending } from "./sending.js";
import { Telling } from "./telling.js";
import { wishesAt } from "./wishes.js";

/** What is answered by looking again: somebody else was faster, or another tab of one's own. */
const OVERTAKEN = ["stale", "out-of-turn", "illegal", "not-now"];
/** Seconds after which something that comes in is old: it is told, not played. */
const OLD = 45;
/** How likely a roll must be to fail for its last die to slow down. */
const TENSE = 0.3;

/** @typedef {ReturnType<import("../parts/screen.js").tableScreen> | ReturnType<import("../parts/tv-screen.js").tvScreen>} AnyScreen */
/** @typedef {(...given: Parameters<import("../parts/screen.js").tableScreen>) => AnyScreen} MakeScreen */

export class Session {
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
  /** What happened before is known. */
  #recalled = Promise.resolve();
  #myTurn = -1;
  /** @type {(() => void)[]} */
  #cleaning = [];
  /** @type {Scene["events"]} */
  #events = [];
  #pace = 0;
  #isDrawing = false;
  #visit = 0;
  /** The version that this device remembers to have seen. */
  #noted = 0;
  #story = new StorySoFar();
  /** Whether much hangs on the roll that one has just asked for, and on the one that is shown. */
  #isRisky = false;
  #isTense = false;
  /** Whether a roll was wished for before it was possible. */
  #wantsRoll = false;
  /**
   * What was chosen together with the dice that come first.
   * @type {string | null}
   */
  #next = null;

  /** The version with which the table is laid anew. */
  #laidAt = 0;

  /**
   * @param {Snapshot} snapshot
   * @param {Kit} kit of the game
   * @param {MakeScreen} makeScreen what shows it
   * @param {() => void} again lays the table anew, for the next game of a series
   * @param {Model | null} [before] what was known of the table in the game before
   */
  constructor(snapshot, kit, makeScreen, again, before = null) {
    const { table, spec } = snapshot;
    this.id = table.id;
    this.controller = new Controller(this.id);
    this.kit = kit;
    this.again = again;
    this.title = kit.info.short;
    this.#model = opened(snapshot, before, whoseDice(snapshot));
    this.#latest = table;
    this.playback = new Playback(
      {
        show: (step, pace) => this.#show(step, pace),
        tell: (step) => this.#tell(step),
        isOld: (step) => serverNow() - step.table.at > OLD,
        idle: () => (this.isBusy ? this.render() : this.#idle()),
        may: (step) => this.clock.may(step),
        speed: () => (document.hidden || this.clock.isLed ? "instant" : settings().speed),
        isOwn: (step) => this.#isOwn(step),
        now: () => performance.now(),
        later: (run, after) => setTimeout(run, after),
        cancel: (timer) => clearTimeout(timer),
      },
      kit.board.EVENTS,
    );
    this.sending = new Sending(this.id, {
      model: () => this.#model,
      recalled: () => this.#recalled,
      begun: () => this.render(),
      answered: (change) => this.feed?.tell(change),
      refused: (problem) => this.#refused(problem),
      done: () => (this.isBusy ? this.render() : this.#idle()), // the feed may have been quicker than the answer
    });
    this.guessing = new Guessing(kit.board.EVENTS);
    this.autoRoll = new AutoRoll({ choose: (action) => void this.move(action, true), changed: () => this.render() });
    this.question = new OddsQuestion(
      this.id,
      () => this.#wantedOdds(),
      () => this.render(),
    );
    this.coach = new Coach(
      this.id,
      spec.rules?.coach ?? 0,
      () => this.#toDecide(),
      (sentence) => this.screen.say(sentence),
    );
    this.wishes = wishesAt(this);
    this.screen = makeScreen({ id: this.id, code: table.code, title: this.title, game: spec.game }, kit, this.wishes);
    const name = this.screen.isBig ? screenName() : null;
    this.clock = name ? new Leading(this.id, name) : new Following(() => this.#goesOn());
    this.name = name;
    this.celebration = new Celebration(this.screen, kit.board.trophy);
    this.telling = new Telling(this.id, this.screen, kit);
    this.firstGame = new FirstGame(spec.game, kit, this.screen.bubble);
    this.#start(snapshot);
  }

  /**
   * Show the table, and everything that happens at it from now on.
   * @param {HTMLElement} root
   */
  open(root) {
    root.append(this.screen.element);
    const listener = {
      snapshot: (/** @type {Snapshot} */ fresh) => this.#restart(fresh),
      change: (/** @type {ChangeView} */ change) => this.#changed(change),
      connection: (/** @type {Connection} */ state) => {
        this.screen.connection(state);
        if (state === "live") this.clock.again();
      },
      presence: (/** @type {import("./room-clock.js").Presence} */ presence) => this.#present(presence),
      cheer: (/** @type {string} */ reaction) => this.telling.cheered(reaction),
    };
    this.feed = new Feed(this.id, listener, this.name);
    const looked = () => this.#looked();
    document.addEventListener("visibilitychange", looked);
    const keys = {
      space: () => this.#space(),
      undo: this.wishes.undo,
      menu: this.wishes.menu,
      skip: () => this.playback.skip(),
    };
    this.#cleaning.push(this.screen.bindKeys(keys), () => document.removeEventListener("visibilitychange", looked));
  }

  close() {
    this.#visit++;
    this.autoRoll.hold();
    this.#note();
    this.feed?.close();
    this.clock.stop();
    this.playback.clear();
    this.screen.stop();
    this.celebration.stop();
    for (const clean of this.#cleaning) clean();
  }

  // -- what comes in --

  /** The table as it is shown. */
  get model() {
    return this.#model;
  }

  /** @param {Snapshot} snapshot */
  #restart(snapshot) {
    const { spec } = this.#model;
    if (isOther(snapshot.spec.game, snapshot.spec.options, snapshot.table.seats.length, spec))
      return this.#layAnew(snapshot.table.version);
    const isSame =
      this.#latest.version === snapshot.table.version && this.#latest.renewal?.id === snapshot.table.renewal?.id;
    const isKnown = isSame && this.#model.person === (snapshot.you?.person ?? null);
    if (!isKnown) this.#start(snapshot);
  }

  /** @param {Snapshot} snapshot */
  #start(snapshot) {
    this.playback.clear();
    this.#model = opened(snapshot, this.#model, whoseDice(snapshot));
    this.#latest = snapshot.table;
    this.question.forget();
    this.telling.restart();
    [this.#events, this.#pace, this.#held] = [[], 0, []];
    this.#idle();
    this.#recalled = this.#recall();
  }

  /** Read what happened before, and check its dice. What happens meanwhile waits for that. */
  async #recall() {
    const visit = ++this.#visit;
    const past = await historyOf(this.id, () => this.#latest.version);
    if (visit !== this.#visit) return; // a newer snapshot has come
    const seen = visitedTables().find(({ id }) => id === this.id)?.version ?? Infinity;
    recallSeals(this.#model.trust);
    this.#model = withPast(this.#model, past);
    const { version } = this.#model.table;
    this.#story.begin(past.filter((one) => one.version <= version));
    this.#warn();
    const told = (/** @type {Line} */ line) => sentence(line, this.kit);
    const last = this.#model.log.at(-1);
    if (this.screen.isBig) last && this.screen.narrate(told(last));
    else this.telling.missed(this.#model.log.filter(({ version }) => version > seen).map(told));
    this.#note();
    this.telling.greet();
    this.sending.takePart();
    const held = this.#held ?? [];
    this.#held = null;
    if (held.length) this.playback.add(held);
    else this.render();
  }

  #warn() {
    if (!this.telling.warn(this.#model.trust)) return;
    this.render();
    queueMicrotask(() => this.screen.warn()); // once the screen knows of it
  }

  /** @param {ChangeView} change */
  #changed(change) {
    if (this.#laidAt) return;
    for (const entry of change.entries)
      if (entry.type === "arranged" && isArrangedAnew(entry, this.#model.spec)) return this.#layAnew(change.version);
    const isRestored = change.table.renewal?.id !== this.#latest.renewal?.id;
    if (isRestored && !change.entries.some(({ type }) => type === "renewed")) {
      this.feed?.restart(); // a backup was restored, and this follows something that we have not heard
      return;
    }
    const steps = stepsOf(this.#latest, change, this.kit.board.after, viewOf(this.#model).mine);
    const isEntered = change.entries.some(({ type }) => type === "entered" || type === "corrected");
    for (const step of steps) {
      step.isEntered = isEntered && step.events.some(({ type }) => type === "rolled");
      step.isTense = this.#isRisky && step.events.some(({ type }) => type === "rolled") && this.#isOwn(step);
    }
    this.#latest = change.table;
    if (this.#held) this.#held.push(...steps);
    else this.playback.add(steps);
  }

  /**
   * Another game is played from a version on. It is laid when the room has seen so.
   * @param {number} version
   */
  #layAnew(version) {
    if (this.#laidAt) return;
    this.#laidAt = version;
    if (!this.clock.may({ version, place: 0 })) return;
    this.playback.clear();
    this.again();
  }

  /** A big screen has shown more, or has come or gone. */
  #goesOn() {
    const { hasScreen } = this.clock;
    if (hasScreen !== this.#model.hasScreen) this.#model = { ...this.#model, hasScreen };
    const version = this.#laidAt;
    this.#laidAt = 0;
    this.playback.goOn();
    if (version) this.#layAnew(version);
  }

  /** Whether there is something that has not been shown yet, here or to the room. */
  get isBusy() {
    if (this.playback.isBusy) return true;
    const { table, actor } = this.#model;
    // Whoever goes on with their turn learns nothing that the room does not know.
    return table.game?.seat !== actor && !this.clock.isAtRest(table.version);
  }

  /**
   * @param {Step} step
   * @param {number} pace
   */
  #show(step, pace) {
    this.autoRoll.hold();
    if (step.entries.some(({ type }) => type === "sealed" || type === "opened")) recallSeals(this.#model.trust);
    this.#model = stepped(this.#model, step);
    this.sending.takePart();
    // A big screen shows the evidence to nobody, and it would grow all evening.
    if (this.screen.isBig && step.entries.some(({ type }) => type === "started")) this.#model.trust?.steps.splice(0);
    this.#warn();
    this.telling.shown(step);
    this.#story.goesOn(step);
    [this.#events, this.#pace, this.#isTense] = [step.events, pace, step.isTense ?? false];
    this.question.forget();
    this.render();
  }

  /**
   * Say what has been shown.
   * @param {Step} step
   */
  #tell(step) {
    const back = this.celebration.cameBack(this.#story.takeComeback(), this.#model, this.#pace);
    this.#model = this.telling.tell(this.#model, step, back);
    this.#shown([step.version, step.place + 1]);
    this.guessing.saw(step);
    for (const entry of step.entries) {
      if (entry.type === "reacted") this.telling.reacted(viewOf(this.#model).seats[entry.seat], entry.reaction);
      if (entry.type === "seat_claimed" || entry.type === "started") this.#note();
    }
    if (step.events.some((event) => event.type === "ended")) {
      if (this.#model.table.game?.told) announce(this.#model.table.game.told);
      this.celebration.ended(this.#model, this.#pace);
    }
    this.render();
  }

  /**
   * Tell how far everybody has seen the table, where this is the big screen.
   * @param {import("./room-clock.js").Shown} shown
   */
  #shown(shown) {
    this.screen.element.dataset["shown"] = shown.join(".");
    this.clock.shown(shown);
  }

  /** Somebody has turned to this page, or away from it. */
  #looked() {
    if (document.hidden) this.autoRoll.hold();
    else this.telling.greet();
    this.#note();
    if (!this.isBusy) this.#idle();
  }

  /**
   * Somebody has closed the page, or has come back; or a big screen.
   * @param {import("./room-clock.js").Presence} presence
   */
  #present(presence) {
    const before = this.#model;
    this.clock.heard(presence);
    const { hasScreen } = this.clock;
    this.#model = { ...this.#model, absent: presence.away, held: presence.held, hasScreen };
    this.telling.absence(before, this.#model);
    this.render();
  }

  /** Everything has been shown: it is somebody's turn. */
  #idle() {
    this.render();
    const { version } = this.#model.table;
    if (!this.playback.isBusy && this.clock.isAtRest(version)) this.#shown([version + 1, 0]);
    const view = viewOf(this.#model);
    if (!this.isBusy) this.celebration.seen(this.#model);
    const turn = view.acting === null ? -1 : (this.#model.table.game?.turn_at ?? 0);
    if (turn !== this.#myTurn && turn >= 0) {
      const acting = view.seats.find((seat) => seat.seat === view.acting);
      announce(acting && view.mine.length > 1 ? t("table.turn_of", { name: seatName(acting) }) : t("table.your_turn"));
      sound("turn");
    }
    this.#myTurn = turn;
    if (this.#held === null && version !== this.#noted) this.#note();
    if (view.acting !== null || this.#model.table.game?.node === "over") this.playback.follow();
    if (!this.isBusy && !this.screen.isBig) this.firstGame.look(view);
    if (!this.isBusy) this.#goOn(view);
    document.title = `${turn >= 0 ? `▶ ${t("table.your_turn")}` : this.title} · Roost`;
    void this.question.ask();
    this.coach.think();
  }

  /**
   * Roll where that was wished for, or where it goes without saying.
   * @param {View} view
   */
  #goOn(view) {
    const wantsRoll = this.#wantsRoll;
    this.#wantsRoll = false;
    if (view.acting === null || this.sending.isBusy || document.hidden) return;
    const next = this.#next;
    this.#next = null;
    if (view.actions.some(({ action, after }) => action === next && !after)) return void this.move(next);
    if (wantsRoll) return this.screen.choices.roll();
    const { obvious } = this.#model.table.game ?? {};
    if (
      !obvious ||
      this.#model.spec.rules?.auto_roll === false ||
      this.firstGame.isTelling ||
      this.screen.panel ||
      document.querySelector("dialog[open]")
    )
      return;
    this.autoRoll.begin(obvious);
  }

  /** @param {Step} step */
  #isOwn(step) {
    const seat = actorOf(step) ?? this.#model.actor;
    const view = viewOf(this.#model);
    return typeof seat === "number" && view.mine.includes(seat) && !view.replaced.includes(seat);
  }

  /** Remember the table on this device, unless it is a big screen: nobody goes on playing there. */
  #note() {
    if (this.screen.isBig) return;
    rememberTable(this.id, this.#model);
    this.#noted = this.#model.table.version;
  }

  /** Draw what has changed: once, however much that is. */
  render() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    queueMicrotask(() => {
      this.#isDrawing = false;
      this.screen.show({
        model: this.#model,
        events: this.#events,
        pace: this.#pace,
        isIdle: !this.isBusy,
        isSent: this.sending.isBusy,
        odds: this.question.odds,
        rollsIn: this.autoRoll.rollsIn,
        isTense: this.#isTense,
        guesses: this.guessing.guesses,
        isController: this.controller.isOn(this.#model),
        awards: this.#model.table.status === "playing" ? [] : this.#story.awards,
      });
      this.#events = [];
    });
  }

  // -- what people want --

  /**
   * Choose, and roll if that leads to a roll of one's own. Where dice must be chosen first, they are.
   * @param {string | null} chosen
   * @param {boolean} [isObvious] whether nobody had to choose
   */
  async move(chosen, isObvious = false) {
    this.autoRoll.hold();
    const first = viewOf(this.#model).actions.find(({ action }) => action === chosen)?.after;
    const action = first ?? chosen;
    if (this.sending.isBusy || (!isObvious && !(await this.coach.agrees(action))) || this.sending.isBusy) return;
    this.autoRoll.chosen(isObvious);
    this.firstGame.done();
    this.#next = first ? chosen : null;
    const { odds } = this.question;
    const risk = action === null ? odds?.fails : odds?.choices.find((choice) => choice.action === action)?.fails;
    const isRoll =
      action === null ||
      this.#model.table.game?.actions.some(({ action: token, kind }) => token === action && kind === "roll");
    this.#isRisky = !isObvious && Boolean(isRoll) && (risk ?? 0) >= TENSE;
    await this.sending.move(action);
  }

  /** @param {import("../net/api.js").Problem} problem */
  #refused({ kind, detail }) {
    if (OVERTAKEN.includes(kind)) this.feed?.catchUp();
    if (kind === "stale" || kind === "out-of-turn") return;
    this.screen.say(has(`table.problem.${kind}`) ? t(`table.problem.${kind}`) : detail);
  }

  /** The position that somebody on this device has to decide on. */
  #toDecide() {
    const { game } = this.#model.table;
    const isOurs = viewOf(this.#model).acting !== null && !this.isBusy;
    return isOurs && game?.node === "decide" && game.actions.length > 1 ? game.position : null;
  }

  /** What to ask the server about the odds, where somebody wants to know them. */
  #wantedOdds() {
    const view = viewOf(this.#model);
    const { game } = this.#model.table;
    const hint = this.screen.panel === "odds";
    if ((view.acting === null && !hint) || !view.hasOdds || view.phase !== "playing") return null;
    if (!game || game.seat === null || this.isBusy) return null;
    return { position: game.position, hint };
  }

  /** Roll, or see the rest at once. A roll of one's own that cannot be yet follows by itself. */
  #space() {
    const isOwn = this.sending.isBusy || viewOf(this.#model, false).seats.some((seat) => seat.isTurn && seat.isMine);
    if (!this.isBusy && !this.sending.isBusy) void (this.screen.rollPicked() || this.screen.choices.roll());
    else if (isOwn) this.#wantsRoll = true;
    else this.playback.skip();
  }
}

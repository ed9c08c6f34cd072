// One visit to a table: incoming changes are shown step by step, and the player's actions are sent.

import { announce } from "../lib/announce.js";
import { has, t } from "../lib/i18n.js";
import { remember, visitedTables } from "../lib/remembered.js";
import { go } from "../lib/router.js";
import { settings } from "../lib/settings.js";
import { isSound } from "../model/hearing.js";
import { stepped, viewOf, withPast } from "../model/table.js";
import { Playback } from "../model/playback.js";
import { fetchRecord, serverNow } from "../net/api.js";
import { Feed, fetchHistory } from "../net/feed.js";
import { sentence, tellRolls } from "../parts/log.js";
import { seatName } from "../parts/names.js";
import { autoRoll } from "./auto-roll.js";
import { celebration } from "./celebration.js";
import { coach } from "./coach.js";
import { Guessing } from "./guessing.js";
import { explain, hasPlayed, teach } from "./first-game.js";
import { TimelineSoFar } from "../model/timeline.js";
import { Following, Leading } from "./room-clock.js";
import { oddsQuestion } from "./odds-question.js";
import { Sending } from "./sending.js";
import { State } from "./state.js";
import { Telling } from "./telling.js";
import { callTurn, sceneOf } from "./view.js";
import { wishesAt } from "./wishes.js";

/** Kinds of refusals after which the table is read again, because another player or another tab was faster. */
const OVERTAKEN = ["stale", "out-of-turn", "illegal", "not-now"];
/** Age, in seconds, from which an incoming change is shown without animation. */
const OLD = 45;
/** Milliseconds before another attempt to read the past. */
const AGAIN = 2_000;
/** Milliseconds that a table waits for its dice before the player is told about it. */
const PATIENCE = 5_000;

/** @typedef {ReturnType<import("../parts/screen.js").tableScreen> | ReturnType<import("../parts/tv-screen.js").tvScreen>} AnyScreen */
/** @typedef {(...given: Parameters<import("../parts/screen.js").tableScreen>) => AnyScreen} MakeScreen */

export class Session {
  /** @type {(() => void)[]} */
  #cleanups = [];
  #isDrawing = false;
  #reading = 0;
  /** Whether part of the past could not be read. */
  #isIncomplete = false;
  /** Timer while the table waits for dice that have not been computed. */
  #waitTimer = 0;
  /** Whether the table has waited long for its dice. */
  isStuck = false;
  timeline = new TimelineSoFar();

  /**
   * @param {Snapshot} snapshot
   * @param {GameUi} ui of the game
   * @param {MakeScreen} makeScreen
   * @param {() => void} layAgain lays the table out again for a series' next game
   * @param {Model | null} [before] the previous game's model
   */
  constructor(snapshot, ui, makeScreen, layAgain, before = null) {
    const { table, spec } = snapshot;
    this.id = table.id;
    this.ui = ui;
    this.layAgain = layAgain;
    this.title = ui.info.short;
    this.state = new State(snapshot, before);
    this.playback = new Playback(
      {
        show: (step, pace) => this.#show(step, pace),
        tell: (step) => this.#tell(step),
        isOld: (step) => serverNow() - step.table.at > OLD,
        idle: () => (this.isBusy ? this.render() : this.#rest()),
        may: (step) => this.clock.may(step),
        speed: () => (document.hidden || this.clock.isLed ? "instant" : settings().speed),
        isOwn: (step) => this.state.isOwn(step),
        now: () => performance.now(),
        later: (run, after) => setTimeout(run, after),
        cancel: (timer) => clearTimeout(timer),
      },
      ui.board.EVENTS,
    );
    this.sending = new Sending(this.id, {
      model: () => this.model,
      latest: () => this.state.latest,
      begun: () => this.render(),
      answered: (change) => this.feed?.report(change),
      refused: (problem) => this.#refused(problem),
      done: () => (this.isBusy ? this.render() : this.#rest()), // the feed may have been faster than the answer
    });
    this.guessing = new Guessing(ui.board.EVENTS);
    this.autoRoll = autoRoll({ choose: (action) => void this.move(action, true), changed: () => this.render() });
    this.question = oddsQuestion(
      this.id,
      () => (this.isBusy ? null : this.state.oddsWanted(this.screen.panel === "odds")),
      () => this.render(),
    );
    this.coach = coach(
      this.id,
      spec.rules?.coach ?? 0,
      () => (this.isBusy ? null : this.state.toDecide),
      (sentence) => this.screen.say(sentence),
    );
    this.wishes = wishesAt(this);
    this.screen = makeScreen({ id: this.id, code: table.code, title: this.title, game: spec.game }, ui, this.wishes);
    const admit = this.wishes.admit;
    this.clock = this.screen.isBig ? new Leading(this.id) : new Following(() => this.#clockChanged(), admit);
    this.celebration = celebration(this.screen, ui.board.trophy);
    this.telling = new Telling(this.id, this.screen, ui);
    this.#start(snapshot);
  }

  /**
   * Show the table, and everything that happens from now on.
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
      presence: (/** @type {import("./room-clock.js").Presence} */ presence) => this.#presenceChanged(presence),
      cheer: (/** @type {string} */ reaction) => this.telling.cheered(reaction),
      renew: () => void go(location.href, { replace: true }), // shows the table again, or says that there is none
    };
    this.feed = new Feed(this.id, listener, this.screen.isBig);
    const looked = () => this.#visibilityChanged();
    document.addEventListener("visibilitychange", looked);
    const keys = {
      space: () => this.#pressSpace(),
      undo: this.wishes.undo,
      menu: this.wishes.menu,
      skip: () => this.playback.skip(),
    };
    this.#cleanups.push(this.screen.bindKeys(keys), () => document.removeEventListener("visibilitychange", looked));
  }

  close() {
    this.#reading++;
    clearTimeout(this.#waitTimer);
    this.autoRoll.hold();
    this.#note();
    this.feed?.close();
    this.clock.stop();
    this.playback.clear();
    this.screen.stop();
    this.celebration.stop();
    for (const clean of this.#cleanups) clean();
  }

  // -- incoming --

  /** The model as it is shown. */
  get model() {
    return this.state.model;
  }

  /** @param {Snapshot} snapshot */
  #restart(snapshot) {
    if (this.model.hearing?.isSettled) return;
    if (this.state.isLeftFor(snapshot)) this.#layOut(snapshot.table.version);
    else if (this.#isIncomplete || !this.state.knows(snapshot)) this.#start(snapshot);
  }

  /** @param {Snapshot} snapshot */
  #start(snapshot) {
    this.playback.clear();
    this.state.restart(snapshot);
    this.question.forget();
    this.telling.restart();
    this.#checkDice();
    this.#rest();
    void this.#readPast();
  }

  /** Read what happened before, and check its dice. Changes that arrive meanwhile wait. */
  async #readPast() {
    const reading = ++this.#reading;
    const past = await fetchHistory(this.id, () => this.state.latest.version);
    if (reading !== this.#reading) return; // a newer snapshot has arrived
    const seenVersion = visitedTables().find(({ id }) => id === this.id)?.version ?? Infinity;
    const model = withPast(this.model, past, tellRolls(this.ui, viewOf(this.model)));
    this.#isIncomplete = model === null;
    if (!model) {
      setTimeout(() => reading === this.#reading && this.feed?.restart(), AGAIN);
      return;
    }
    this.state.model = model;
    this.#checkDice();
    const { version } = this.model.table;
    this.timeline.begin(past.filter((change) => change.version <= version));
    const say = (/** @type {Line} */ line) => sentence(line, this.ui);
    const last = this.model.log.at(-1);
    if (this.screen.isBig) last && this.screen.narrate(say(last));
    else this.telling.missed(this.model.log.filter(({ version }) => version > seenVersion).map(say));
    this.#note();
    this.telling.greet();
    this.sending.takePart();
    const waiting = this.state.waiting ?? [];
    this.state.waiting = null;
    for (const change of waiting) this.#changed(change);
    if (!this.playback.isBusy) this.#rest();
  }

  /** React to a change in the dice check: warn of missing dice, and stop for good once a rule is broken. */
  #checkDice() {
    const { model } = this;
    if (isSound(model)) {
      clearTimeout(this.#waitTimer);
      this.#waitTimer = 0;
      this.isStuck = false;
    } else {
      this.#waitTimer ||= setTimeout(() => {
        this.isStuck = true;
        this.render();
      }, PATIENCE);
    }
    if (!model.hearing?.isSettled) return;
    this.playback.clear();
    if (!this.telling.warn(model.device)) return;
    this.render();
    queueMicrotask(() => this.screen.warn()); // once the screen has the new state
  }

  /** @param {ChangeView} change */
  #changed(change) {
    const { state, model } = this;
    if (model.hearing?.isSettled) return;
    if (state.waiting) return void state.waiting.push(change);
    if (change.version <= state.latest.version) return;
    const fallen = state.hear(change);
    this.sending.takePart();
    if (state.laidAt) return;
    if (state.isLeftBy(change) && !model.device?.broken) return this.#layOut(change.version);
    const steps = state.stepsOf(change, fallen, this.ui, tellRolls(this.ui, viewOf(model)));
    if (model.device?.broken || (model.device && !fallen)) this.#readAgain();
    else this.playback.add(steps);
  }

  /** Read the log again from its beginning, because a change does not fit it, as after a restored backup. */
  #readAgain() {
    this.playback.clear();
    this.state.model = { ...this.model, isChecked: false };
    this.#isIncomplete = true;
    this.state.waiting = [];
    this.#checkDice();
    this.render();
    this.feed?.restart();
  }

  /**
   * Lay the table out for another game that starts at a version, once the room has seen that version.
   * @param {number} version
   */
  #layOut(version) {
    if (this.state.laidAt) return;
    this.state.laidAt = version;
    if (!this.clock.may({ version, place: 0 })) return;
    this.playback.clear();
    this.layAgain();
  }

  /** Continue after a big screen has shown more, connected or disconnected. */
  #clockChanged() {
    const { hasScreen } = this.clock;
    if (hasScreen !== this.model.hasScreen) this.state.model = { ...this.model, hasScreen };
    const version = this.state.laidAt;
    this.state.laidAt = 0;
    this.playback.goOn();
    if (version) this.#layOut(version);
  }

  /** Whether something has not been shown yet, here or on the big screen. */
  get isBusy() {
    if (this.playback.isBusy) return true;
    const { table, actor } = this.model;
    // Players who continue their own turn need not wait, because they see nothing that the room does not know.
    return table.game?.seat !== actor && !this.clock.isAtRest(table.version);
  }

  /** @param {Step} step @param {number} pace */
  #show(step, pace) {
    this.autoRoll.hold();
    this.state.model = stepped(this.model, step);
    this.#checkDice();
    this.telling.shown(step);
    this.timeline.add(step);
    Object.assign(this.state, { events: step.events, pace, isTense: step.isTense ?? false });
    this.question.forget();
    this.render();
  }

  /**
   * Show the sentences of a step that has been seen.
   * @param {Step} step
   */
  #tell(step) {
    const { pace } = this.state;
    const comeback = this.celebration.cameBack(this.timeline.takeComeback(), this.model, pace);
    this.state.model = this.telling.tell(this.model, step, pace, comeback);
    this.#shown([step.version, step.place + 1]);
    this.guessing.saw(step);
    if (!this.screen.isBig) explain(step.events, this.model.spec.game, this.ui, this.screen.bubble);
    for (const entry of step.entries) {
      if (entry.type === "reacted") this.telling.reacted(viewOf(this.model).seats[entry.seat], entry.reaction);
      if (entry.type === "seat_claimed" || entry.type === "started") this.#note();
    }
    if (step.events.some((event) => event.type === "ended")) {
      void this.#compareRecord();
      if (this.model.table.game?.outcome_text) announce(this.model.table.game.outcome_text);
      this.celebration.ended(this.model, pace);
    }
    this.render();
  }

  /** Compare a finished game's record with the moves seen here. A missing record does not count against the host. */
  async #compareRecord() {
    const { device, hearing } = this.model;
    if (!hearing || !device || device.isUnchecked) return;
    const { game } = device;
    const record = await fetchRecord(this.id, game).catch(() => null);
    if (record === null || device.game !== game || device.isRecord(record)) return;
    device.fails("record");
    hearing.isSettled = true;
    this.#checkDice();
  }

  /**
   * Report progress, if this is the big screen.
   * @param {import("./room-clock.js").Shown} shown
   */
  #shown(shown) {
    this.screen.element.dataset["shown"] = shown.join(".");
    this.clock.shown(shown);
  }

  /** The page has become visible, or hidden. */
  #visibilityChanged() {
    if (document.hidden) this.autoRoll.hold();
    else this.telling.greet();
    this.#note();
    if (!this.isBusy) this.#rest();
  }

  /**
   * A person or a big screen has connected or disconnected.
   * @param {import("./room-clock.js").Presence} presence
   */
  #presenceChanged(presence) {
    const before = this.model;
    const asking = this.clock.heard(presence); // may show steps at once and replace the model
    this.screen.asked(asking, this.model.person !== null);
    const { hasScreen } = this.clock;
    this.state.model = { ...this.model, absent: presence.away, stoppedGame: presence.held, hasScreen };
    this.telling.absence(before, this.model);
    this.render();
  }

  /** Let the player act, now that everything has been shown. */
  #rest() {
    this.render();
    const { table } = this.model;
    if (!this.playback.isBusy && this.clock.isAtRest(table.version)) this.#shown([table.version + 1, 0]);
    const view = viewOf(this.model);
    if (!this.isBusy) this.celebration.seen(this.model);
    callTurn(this, view);
    if (this.state.waiting === null && table.version !== this.state.noted) this.#note();
    if (view.acting !== null || table.game?.node === "over") this.playback.follow();
    if (!this.isBusy && !this.screen.isBig) teach(view, this.model.spec.game, this.ui, this.screen.bubble);
    if (!this.isBusy) this.#actAutomatically(view);
    void this.question.ask();
    this.coach.think();
  }

  /**
   * Roll or choose automatically: take the action that the player asked for in advance, or the only sensible one.
   * @param {View} view
   */
  #actAutomatically(view) {
    const { wantsRoll, next } = this.state;
    this.state.wantsRoll = false;
    if (view.acting === null || this.sending.isBusy || document.hidden) return;
    this.state.next = null;
    if (view.actions.some(({ action, after }) => action === next && !after)) return void this.move(next);
    if (wantsRoll) return this.screen.choices.roll();
    const { obvious } = this.model.table.game ?? {};
    const isStopped = this.screen.bubble.isOpen || this.screen.panel || document.querySelector("dialog[open]");
    const isAsked = this.model.spec.rules?.auto_roll === false || !hasPlayed(this.model.spec.game);
    if (obvious && !isAsked && !isStopped) this.autoRoll.begin(obvious);
  }

  /** Remember the table on this device, unless it is a big screen, because nobody continues a game there. */
  #note() {
    if (this.screen.isBig) return;
    const { spec, table } = this.model;
    const { seats, isWatching } = viewOf(this.model);
    this.state.noted = table.version;
    // Do not remember a game against bots that no person has begun to play.
    if (table.game && !table.game.dice.rolls && seats.every((seat) => seat.isMine || seat.kind === "bot")) return;
    const names = seats.filter((seat) => seat.name || seat.bot).map(seatName);
    remember({ id: this.id, game: spec.game, names, plays: !isWatching, version: table.version });
  }

  /** Draw the current state, but only once however often it changes before the next microtask. */
  render() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    queueMicrotask(() => {
      this.#isDrawing = false;
      this.screen.show(sceneOf(this));
      this.state.events = [];
    });
  }

  // -- outgoing --

  /**
   * Choose an action, and roll if the same player must roll next. If the action needs dice, choose the dice first.
   * @param {string | null} chosen
   * @param {boolean} [isObvious] whether the choice is automatic
   */
  async move(chosen, isObvious = false) {
    this.autoRoll.hold();
    const first = viewOf(this.model).actions.find(({ action }) => action === chosen)?.after;
    const action = first ?? chosen;
    if (this.sending.isBusy || (!isObvious && !(await this.coach.agrees(action))) || this.sending.isBusy) return;
    this.autoRoll.chosen(isObvious);
    this.screen.bubble.hide();
    this.state.next = first ? chosen : null;
    this.state.isRisky = !isObvious && this.state.isRisk(action, this.question.odds);
    await this.sending.move(action);
  }

  /** @param {import("../net/api.js").Problem} problem */
  #refused({ kind, detail }) {
    if (OVERTAKEN.includes(kind)) this.feed?.catchUp();
    if (kind === "stale" || kind === "out-of-turn") return;
    this.screen.say(has(`table.problem.${kind}`) ? t(`table.problem.${kind}`) : detail);
  }

  /** Roll, or skip the animation. A roll that is not possible yet follows automatically later. */
  #pressSpace() {
    const isMine = this.sending.isBusy || viewOf(this.model, false).seats.some((seat) => seat.isTurn && seat.isMine);
    if (!this.isBusy && !this.sending.isBusy) void (this.screen.rollPicked() || this.screen.choices.roll());
    else if (isMine) this.state.wantsRoll = true;
    else this.playback.skip();
  }
}

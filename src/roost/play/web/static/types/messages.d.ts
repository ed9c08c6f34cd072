// What the server says, as its own schemas describe it. A test compares; ROOST_UPDATE_GOLDEN=1 pytest writes it anew.

/** The account of a seat's share of the win: result = start + luck - slips + gifts + residual. */
interface AccountView {
  seat: number;
  start: number;
  result: number;
  own_luck: number;
  others_luck: number;
  draw: number;
  slips: number;
  gifts: number;
  residual: number;
  decisions: number;
  average_slip: number | null;
  slip_error: number | null;
  grade: string | null;
  grade_range: string[] | null;
  graded: string;
}

/** A seat chose. */
interface Acted {
  type: "acted";
  seat: number;
  action: string;
  by?: string | null;
}

/** A legal action. Programs are told its token; a screen, which asks for a language, all the rest. */
interface ActionView {
  action: string;
  text?: string | null;
  kind?: string;
  dice?: string;
  picked?: boolean;
  quiet?: boolean;
  doubt?: string | null;
  sure?: string | null;
  after?: string | null;
}

/** A game of a series was set up, which begins at once: what is played, and who plays it. */
interface Arranged {
  type: "arranged";
  game: string;
  options: Record<string, boolean | number | string>;
  players: number;
  order: number[];
}

/** Somebody who belongs to a series and does not play just now. */
interface BenchView {
  seat: number;
  name: string;
  person: number | null;
  bot: string | null;
  avatar: string | null;
  away: boolean;
}

/** A bot that can sit at a table. */
interface BotInfo {
  name: string;
  about: string;
}

/** Let a bot play a seat. */
interface BotRequest {
  bot: string;
}

/** A bot of a chosen kind. */
interface BotSeat {
  kind: "bot";
  bot: string;
}

/** A bot plays this seat from now on; if a person holds it, until the person returns. */
interface BotSeated {
  type: "bot_seated";
  seat: number;
  bot: string;
  failed?: string | null;
}

interface CardAdvice {
  size: string;
  action: string;
  text: string;
  line: number;
  when: string;
  advice: string;
}

/** A line: when it applies, and what it advises. */
interface CardLine {
  when: string;
  advice: string;
}

/** A row of a table. */
interface CardRow {
  label: string;
  cells: string[];
}

/** The advice of a card on one kind of decision. */
interface CardSection {
  title: string;
  lines: CardLine[];
  tables: CardTable[];
}

/** A table of points. Rows and columns that no choice can stand in are left out. */
interface CardTable {
  title: string;
  columns: string[];
  rows: CardRow[];
}

/** A strategy card in words. */
interface CardView {
  game: string;
  size: string;
  title: string;
  how: string;
  sections: CardSection[];
  note: string;
}

/** Take a challenge. */
interface ChallengeRequest {
  name: string;
  avatar?: "cardinal" | "crow" | "duck" | "parrot" | "peacock" | "penguin" | "robin" | "toucan" | null;
}

/** The result of somebody who took a challenge: the account of their review (docs/review.md). */
interface ChallengeResult {
  table: string;
  name: string;
  avatar: string | null;
  scores: number[];
  won: boolean;
  shared: boolean;
  reviewed: boolean;
  luck?: number;
  without_luck?: number;
  mistakes?: number;
  decisions?: number;
  costliest?: Mistake[];
}

/** A challenge and those who took it here. */
interface ChallengeView {
  name: string;
  day: string | null;
  game: string;
  title: string;
  bot: string;
  results: ChallengeResult[];
}

/** One change, and the table after it. */
interface ChangeView {
  version: number;
  at: number;
  entries: (Created | SeatClaimed | SeatLeft | SeatReturned | SeatFreed | BotSeated | Started | Rolled | Acted | Undone | Reacted | RematchOffered | Closed | DeviceSealed | DiceListed | NumberOpened | Entered | CorrectionProposed | CorrectionDeclined | Corrected | Arranged | NextChosen)[];
  events: Record<string, any>[];
  table: TableView;
  told?: string[] | null;
  transfers?: TransferView[][];
  done_to?: number[][];
  to_you?: Record<string, string[]>;
}

/** The worth of a legal action. */
interface ChoiceOdds {
  action: string;
  value: number;
  fails: number;
  results: Record<string, number>;
  error?: number;
}

/** A choice, and what it was worth to each seat. */
interface ChoiceShares {
  action: string;
  shares: number[];
  text: string;
}

/** Sit down. */
interface ClaimRequest {
  name: string;
  seat?: number | null;
  invitation?: string | null;
  avatar?: "cardinal" | "crow" | "duck" | "parrot" | "peacock" | "penguin" | "robin" | "toucan" | null;
  real?: boolean;
  seal?: string | null;
}

/** A seat that was claimed. */
interface Claimed {
  person: number;
  seat: number;
  token: string | null;
  change: ChangeView;
}

/** The table was closed for good. */
interface Closed {
  type: "closed";
}

/** The table behind a short code. */
interface CodeView {
  id: string;
}

/** The table agreed that the latest entered roll was another one. */
interface Corrected {
  type: "corrected";
  seat: number;
  roll: string;
  was: string;
  person: number;
  agreed?: number[];
}

/** Somebody does not agree: the roll stays as it was entered. */
interface CorrectionDeclined {
  type: "correction_declined";
  person: number;
}

/** Somebody says that the latest entered roll was another one, or agrees with whoever said so. */
interface CorrectionProposed {
  type: "correction_proposed";
  person: number;
  roll: string;
}

/** Say what the roll entered last should have been; agree, by saying the same; or disagree, with no roll. */
interface CorrectionRequest {
  version: number;
  key: string;
  roll?: string | null;
}

interface CostView {
  question: string;
  decisions: number;
  each: number;
  per_game: EstimateView;
}

/** The table was made. Its maker is person 0, the host. */
interface Created {
  type: "created";
  spec: TableSpec;
  code: string;
}

/** A device sealed the number that it will open for the dice of a game. */
interface DeviceSealed {
  type: "device_sealed";
  person: number;
  game: number;
  seal: string;
}

/** The list of everything that decides the dice of the next game: ``roost.play.dice.fair.Listed`` as text. */
interface DiceListed {
  type: "dice_listed";
  list: string;
}

/** The dice that this server rolled at its latest tables, observed and expected. */
interface DiceReport {
  tables: number;
  dice: DieTally[];
}

/** The dice of a game: see docs/dice-protocol.md. */
interface DiceView {
  table: string;
  rolls: number;
  protocol: number;
  entered?: number;
}

/** All dice of one kind that were rolled. */
interface DieTally {
  game: string;
  rolls: number;
  dice: number;
  faces: FaceTally[];
  chi_square: number;
  chance: number;
}

/** The die of a game. */
interface DieView {
  faces: string;
  symbols: SymbolView[];
}

/** Real dice fell, and somebody entered what they show. Nothing proves it. */
interface Entered {
  type: "entered";
  seat: number;
  roll: string;
  person: number;
}

/** The roll that was entered last. It can be corrected until somebody chooses or rolls. */
interface EnteredView {
  seat: number;
  roll: string;
  person: number;
  proposed: string;
  agreed: number[];
}

interface EstimateView {
  value: number;
  low: number | null;
  high: number | null;
}

/** One symbol of a die. */
interface FaceTally {
  symbol: string;
  name: string;
  faces: number;
  seen: number;
  expected: number;
}

/** Something that a position says: what it is called, and what it holds, one thing after another. */
interface FieldView {
  name: string;
  values: string[];
}

/** A game with its declared facts. */
interface GameInfo {
  name: string;
  title: string;
  short: string;
  about: string;
  min_players: number;
  max_players: number;
  dice: number;
  die: DieView;
  components: Record<string, any>;
  options: OptionInfo[];
  openings: string[];
  faces: string[];
  bot: string;
  languages: string[];
  page: Record<string, string>;
}

interface GameProgress {
  game: string;
  title: string;
  name: string;
  games: number;
  decisions: number;
  result: number;
  luck: number;
  each: EstimateView;
  slips: EstimateView;
  rating: EstimateView;
  grade: string | null;
  grade_range: string[] | null;
  costs: CostView[];
  practise: string | null;
  is_clear: boolean;
  games_needed: number[] | null;
  spans: SpanView[];
  opponents: OpponentView[];
}

/** A game and its options. */
interface GameSetup {
  game: string;
  options?: Record<string, boolean | number | string>;
}

/** The game that is played, or was played last. */
interface GameView {
  number: number;
  position: string;
  state: Record<string, any>;
  node: string;
  seat: number | null;
  actions: ActionView[];
  obvious: string | null;
  ahead: ActionView[];
  scores: number[];
  outcome: Record<string, any> | null;
  dice: DiceView;
  moved: number;
  turn_at: number;
  undo: number | null;
  sight: Sight;
  told?: string | null;
  entered?: EnteredView | null;
  tie_break?: string | null;
}

/** A seat kept for one guest, who claims it with an invitation. */
interface GuestSeat {
  kind: "guest";
  name: string;
}

/** The health of the server. */
interface Health {
  status: string;
  version: string;
}

/** A person at the host's own device. Several of them pass it around. */
interface HereSeat {
  kind: "here";
  name: string;
  avatar?: "cardinal" | "crow" | "duck" | "parrot" | "peacock" | "penguin" | "robin" | "toucan" | null;
}

/** One choice, and what comes of it. */
interface HintChoice {
  action: string;
  shares: number[];
  share: number;
  fails: number;
  text: string;
  what_if: string;
}

/** The best choice in a position, and why. */
interface HintView {
  position: string;
  seat: number;
  best: string;
  reason: string;
  text: string;
  choices: HintChoice[];
  error?: number;
}

/** A history, as a device keeps it. */
interface HistoryRequest {
  games: PlayedGameView[];
}

/** The rules of the house: what the table allows, and what happens when somebody does not play. */
interface HouseRules {
  odds?: boolean;
  auto_roll?: boolean;
  aloud?: boolean;
  undo?: boolean;
  coach?: number | null;
  takeover_after?: number | null;
  turn_seconds?: number | null;
  takeover_bot?: string | null;
  at_zero?: "play" | "takeover";
  dice?: "real" | "verified";
}

/** A language that Roost speaks. This is the one list: each has its files in every folder of words. */
type Language = "en" | "de" | "fr" | "nl" | "es" | "it" | "pl" | "pt";

/** A choice that gave something away. */
interface Mistake {
  turn: number;
  chosen: string;
  best: string;
  cost: number;
}

/** A roll or a choice that decided the game. */
interface MomentView {
  place: number;
  turn: number;
  seat: number | null;
  position: string;
  roll: string | null;
  before: number;
  change: number;
  text: string;
  told_change: string;
}

/** Choose an action, or roll, or both where the action leads to one's own roll; or enter what real dice show. */
interface MoveRequest {
  version: number;
  key: string;
  action?: string | null;
  throw?: boolean;
  roll?: string | null;
}

/** A roll with its luck, or a choice with its slip. */
interface MoveReview {
  place: number;
  turn: number;
  seat: number | null;
  roll?: string | null;
  luck?: number[] | null;
  action?: string | null;
  best?: string | null;
  is_forced?: boolean | null;
  question?: string | null;
  slip?: number | null;
  gifts?: number[] | null;
  text?: string | null;
}

/** Be called something else; on all own seats without one. */
interface NameRequest {
  name: string;
  avatar?: "cardinal" | "crow" | "duck" | "parrot" | "peacock" | "penguin" | "robin" | "toucan" | null;
  seat?: number | null;
}

/** A table that was made. */
interface NewTable {
  id: string;
  code: string;
  token: string;
  invitations: Record<string, string>;
  link: string;
  snapshot: Snapshot;
}

/** The host wants another game to be played next in the series. */
interface NextChosen {
  type: "next_chosen";
  game: string;
  options?: Record<string, boolean | number | string>;
}

/** The next game of a series. */
interface NextGame {
  game: string;
  title: string;
  chosen: boolean;
  plays: string[];
  sits_out: string[];
  begins: string | null;
  asked: number[];
  missing: number;
}

/** A listed device opened its number. */
interface NumberOpened {
  type: "number_opened";
  person: number;
  number: string;
}

/** The worth of a turn under best play for an aim: its swing (``worms``), or the share of the win (``win``). */
interface OddsView {
  aim: string;
  value: number;
  choices: ChoiceOdds[];
  fails?: number;
  results?: Record<string, number>;
  position?: string;
  rooster?: string | null;
  told?: Record<string, ResultWords> | null;
  error?: number;
}

interface Offered {
  value: number | null;
  text: string;
}

interface OfferedRule {
  name: string;
  title: string;
  meaning: string;
  default: boolean | null;
  choices: Offered[];
  needs: string | null;
}

/** Open the number that was sealed, for an attempt to begin the game. */
interface OpenRequest {
  attempt: number;
  number: string;
  key?: string | null;
}

/** A seat for the first person who comes. */
interface OpenSeat {
  kind: "open";
}

/** The dice of the next game are about to be opened. */
interface OpeningView {
  attempt: number;
  waits: number[];
}

interface OpponentView {
  name: string;
  games: number;
  result: number;
  slips: number;
}

/** An option of a game. */
interface OptionInfo {
  name: string;
  default: any;
  rule: string;
  meaning: string;
  allowed: string;
  schema: Record<string, any>;
}

/** A paragraph, or an item of a list. */
interface Paragraph {
  number: string | null;
  spans: Span[];
}

/** A change that a table has been through, without the table after it. */
interface PastChange {
  version: number;
  at: number;
  entries: (Created | SeatClaimed | SeatLeft | SeatReturned | SeatFreed | BotSeated | Started | Rolled | Acted | Undone | Reacted | RematchOffered | Closed | DeviceSealed | DiceListed | NumberOpened | Entered | CorrectionProposed | CorrectionDeclined | Corrected | Arranged | NextChosen)[];
  told: string[] | null;
  scores?: number[] | null;
  seat?: number | null;
  to_you?: Record<string, string[]>;
}

/** The answer is being made: ask again in a moment. */
interface Pending {
  status?: string;
}

/** The result of somebody in a game. */
interface PlaceView {
  member: number;
  score: number;
  place: number;
  points: number;
}

/** A finished game in a player's history. */
interface PlayedGameView {
  id: string;
  date: string;
  game: string;
  players: number;
  name: string;
  opponents: string[];
  start: number;
  result: number;
  luck: number;
  decisions: Record<string, any[]>;
}

/** A move that was tried, what happened, and the position that it led to. */
interface PlayedView {
  move: string;
  events: Record<string, any>[];
  told: string[] | null;
  after: PositionView;
  transfers: TransferView[][];
}

/** A position of any game. */
interface PositionView {
  position: string;
  state: Record<string, any>;
  node: string;
  seat: number | null;
  actions: ActionView[];
  scores: number[];
  outcome: Record<string, any> | null;
  sight: Sight;
}

/** A fault of a request. Nothing has been changed. */
interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  version?: number | null;
  seat?: number | null;
  actions?: string[] | null;
}

interface ProgressView {
  players: GameProgress[];
}

/** The puzzles of a game, and which is today's. */
interface PuzzleList {
  game: string;
  title: string;
  daily: number;
  puzzles: PuzzleSummary[];
}

/** A puzzle in a list. */
interface PuzzleSummary {
  number: number;
  kind: string;
  players: number;
  rating: number;
}

interface PuzzleView {
  game: string;
  number: number;
  kind: string;
  players: number;
  position: string;
  state: Record<string, any>;
  seat: number;
  choices: ChoiceShares[];
  best: string;
  tempted: Record<string, string>;
  scores: number[];
  sight: Sight;
  actions: ActionView[];
}

/** Somebody clapped, or the like. */
interface Reacted {
  type: "reacted";
  seat: number;
  reaction: "clap" | "cry" | "hurry" | "laugh" | "luck" | "oops" | "thanks" | "wow";
}

/** Clap, or the like. */
interface ReactionRequest {
  reaction: "clap" | "cry" | "hurry" | "laugh" | "luck" | "oops" | "thanks" | "wow";
}

/** The reason why an action is not possible. */
interface ReasonView {
  action: string;
  reason: string | null;
}

/** A person would like to play again. */
interface RematchOffered {
  type: "rematch_offered";
  person: number;
}

/** A record to replay. */
interface ReplayRequest {
  record: string;
}

/** One move of a game, and the position that it led to. The first step is the start, without a move. */
interface ReplayStep {
  position: string;
  state: Record<string, any>;
  scores: number[];
  sight: Sight;
  turn?: number;
  seat?: number | null;
  move?: string | null;
  roll?: boolean;
  text?: string | null;
  events?: Record<string, any>[];
  told?: string[];
  transfers?: TransferView[][];
}

/** A game from its start to its end, or as far as it was played. */
interface ReplayView {
  game: string;
  title: string;
  names: string[];
  headers: Record<string, string>;
  steps: ReplayStep[];
  outcome: Record<string, any> | null;
  told_outcome: string | null;
  dice: DieTally;
  faces: string;
}

/** A finished game of a series. */
interface ResultView {
  number: number;
  game: string;
  title: string;
  places: PlaceView[];
  sat_out: number[];
}

/** One way in which a turn may end, in words. */
interface ResultWords {
  text: string;
  short: string;
}

/** Luck and skill of a finished game. */
interface ReviewView {
  game: string;
  title: string;
  players: number;
  names: string[];
  model: string;
  unlearnt: string | null;
  start: string;
  outcome: Record<string, any> | null;
  headline: string | null;
  yours: string | null;
  moments: MomentView[];
  accounts: AccountView[];
  curve: number[][];
  turns: TurnView[];
  moves: MoveReview[];
  slips: SlipView[];
  own_seats: number[];
  history: PlayedGameView[];
}

/** Dice fell. */
interface Rolled {
  type: "rolled";
  seat: number | null;
  roll: string;
  link?: string;
  by?: string | null;
}

/** One page. */
interface RulesPage {
  title: string;
  lead: Paragraph[];
  sections: Section[];
}

/** The rules of a game: its own page first, then the page of the turn that it shares with others, if it does. */
interface RulesView {
  game: string;
  title: string;
  pages: RulesPage[];
}

interface ScreenRequest {
  screen: string;
}

/** Seal the number that one's device will open for the dice of the next game. */
interface SealRequest {
  seal: string;
  key?: string | null;
}

/** A person sat down. */
interface SeatClaimed {
  type: "seat_claimed";
  seat: number;
  person: number;
  name: string;
  avatar?: "cardinal" | "crow" | "duck" | "parrot" | "peacock" | "penguin" | "robin" | "toucan" | null;
  real?: boolean;
}

/** The host removed the person or the bot from a seat: it is open for anybody. */
interface SeatFreed {
  type: "seat_freed";
  seat: number;
}

/** A person left. Before the game the seat is free again, afterwards it is kept for the person's return. */
interface SeatLeft {
  type: "seat_left";
  seat: number;
}

/** Leave or come back; all own seats without one. */
interface SeatRequest {
  seat?: number | null;
}

/** A person came back; a bot that stood in is gone. */
interface SeatReturned {
  type: "seat_returned";
  seat: number;
}

/** A seat and who is on it. */
interface SeatView {
  seat: number;
  letter: string;
  kind: string;
  name: string;
  person: number | null;
  bot: string | null;
  away: boolean;
  avatar?: string | null;
  real?: boolean;
}

/** The text under one heading. */
interface Section {
  title: string;
  paragraphs: Paragraph[];
}

/** A series with all its finished games. */
interface SeriesReport {
  series: SeriesView;
  results: ResultView[];
}

/** How long a series of games goes on, and what counts in it. */
interface SeriesRules {
  kind?: "best_of" | "first_to" | "games" | "round";
  count?: number;
  points?: "places" | "points" | "wins";
  games?: GameSetup[];
}

/** The standing of a series. */
interface SeriesView {
  kind: string;
  count: number;
  points: string;
  played: number;
  games: number | null;
  over: boolean;
  standings: StandingView[];
  next: NextGame;
  bench: BenchView[];
}

/** How far a big screen has shown a table. */
interface ShownRequest {
  version: number;
  steps?: number;
}

/** A screen's knowledge of a position beyond its fields. */
interface Sight {
  due?: number;
  new?: boolean;
  shown?: Record<string, any>;
  rolled?: string;
  aside?: string;
  on?: number;
  scored?: string[];
  fields?: FieldView[];
  held?: FieldView[][];
  places?: Record<string, Record<string, number>>;
}

/** The beginner's card or the expert's. */
type Size = "beginner" | "expert";

/** A decision that gave something away. */
interface SlipView {
  place: number;
  turn: number;
  seat: number;
  position: string;
  chosen: string;
  best: string;
  slip: number;
  choices: ChoiceShares[];
}

/** A table with what it was made with, and who asks. */
interface Snapshot {
  table: TableView;
  spec: TableSpec;
  you: You | null;
  faces?: string;
}

/** A piece of a sentence: plain text, an option's name, a mark that something is a ruling, or a rule's number. */
interface Span {
  kind: "assumed" | "code" | "label" | "rule" | "ruling" | "text";
  text: string;
}

interface SpanView {
  first: string;
  last: string;
  games: number;
  slips: EstimateView;
  luck: number;
  result: number;
}

/** The standing of somebody in a series. */
interface StandingView {
  member: number;
  rank: number;
  name: string;
  person: number | null;
  bot: string | null;
  avatar: string | null;
  points: number;
  wins: number;
  played: number;
  seat: number | null;
  here: boolean;
}

/** Begin the game, or offer to play again. */
interface StartRequest {
  seal?: string | null;
  key?: string | null;
}

/** A game began. */
interface Started {
  type: "started";
  game: number;
  start: number | string;
  dice: string;
  protocol?: number;
}

/** A symbol on a die. */
interface SymbolView {
  symbol: string;
  name: string;
  value: number;
  text: string;
}

/** Everything that is decided when a table is made. */
interface TableSpec {
  game: string;
  seats: (OpenSeat | GuestSeat | HereSeat | BotSeat)[];
  options?: Record<string, boolean | number | string>;
  rules?: HouseRules;
  series?: SeriesRules | null;
  challenge?: string | null;
}

/** A table as it stands. */
interface TableView {
  id: string;
  code: string;
  version: number;
  at: number;
  status: string;
  seats: SeatView[];
  game: GameView | null;
  rematch: number[];
  opening?: OpeningView | null;
  series?: SeriesView | null;
}

/** Pieces that went from one place to another. */
interface TransferView {
  piece: string;
  source: string;
  target: string;
  count: number;
}

/** The start of a turn. */
interface TurnView {
  turn: number;
  seat: number;
  place: number;
  residual: number[];
}

/** Take back the latest choice. */
interface UndoRequest {
  version: number;
  key: string;
}

/** The latest choice was taken back. */
interface Undone {
  type: "undone";
  seat: number;
}

/** Let a game not begin by itself. */
interface WaitRequest {
  game: number;
}

/** The person who asks. */
interface You {
  person: number;
  host: boolean;
  seats: number[];
}

// What the server says, as its own schemas describe it. A test compares; ROOST_UPDATE_GOLDEN=1 pytest writes it anew.

/** The changes of a seat's win share over a game: result = start + luck - mistakes + gifts + residual. */
interface AccountView {
  seat: number;
  start: number;
  result: number;
  own_luck: number;
  others_luck: number;
  draw: number;
  mistakes: number;
  gifts: number;
  residual: number;
  decisions: number;
  average_mistake: number | null;
  mistake_error: number | null;
  accuracy: number | null;
  grade: string | null;
  grade_range: string[] | null;
  graded: string;
}

/** A player or bot chose an action. */
interface Acted {
  type: "acted";
  seat: number;
  action: string;
  by?: string | null;
}

/** A legal action. If the request names no language, only its token is set. */
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

/** A game was set up with its players and begins at once: one of a series, or one whose open seats were given up. */
interface Arranged {
  type: "arranged";
  game: string;
  options: Record<string, boolean | number | string>;
  players: number;
  order: number[];
}

/** A member of a series on the bench. */
interface BenchView {
  seat: number;
  name: string;
  person: number | null;
  bot: string | null;
  avatar: string | null;
  away: boolean;
}

/** The board view of a position. */
interface BoardFacts {
  to_roll?: number;
  dice?: string;
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

/** A bot that can take a seat. */
interface BotInfo {
  name: string;
  about: string;
}

/** Request to let a bot play a seat. */
interface BotRequest {
  bot: string;
}

/** A seat for a bot. */
interface BotSeat {
  kind: "bot";
  bot: string;
}

/** A bot plays this seat from now on. If the seat belongs to a person, the bot plays until they return. */
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

/** A line of a printed card: its condition and its advice. */
interface CardLine {
  when: string;
  advice: string;
}

/** A row of a printed table. */
interface CardRow {
  label: string;
  cells: string[];
}

/** The printed advice on one kind of decision. */
interface CardSection {
  title: string;
  lines: CardLine[];
  tables: CardTable[];
}

/** A printed table of points, without rows and columns in which no choice is possible. */
interface CardTable {
  title: string;
  columns: string[];
  rows: CardRow[];
}

/** A strategy card as text. */
interface CardView {
  game: string;
  size: string;
  title: string;
  how: string;
  sections: CardSection[];
  note: string;
}

/** Request to take a challenge. */
interface ChallengeRequest {
  name: string;
  avatar?: "cardinal" | "crow" | "duck" | "parrot" | "peacock" | "penguin" | "robin" | "toucan" | null;
}

/** One player's result in a challenge, with the account from their review (docs/review.md). */
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

/** A challenge and its results on this server. */
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
  entries: (Created | SeatClaimed | SeatLeft | SeatReturned | SeatFreed | BotSeated | Started | DiceRolled | Acted | Undone | Reacted | RematchOffered | TableClosed | DeviceSealed | DiceListed | NumberOpened | Entered | CorrectionProposed | CorrectionDeclined | Corrected | Arranged | NextChosen)[];
  events: Record<string, any>[];
  table: TableView;
  sentences?: string[] | null;
  transfers?: TransferView[][];
  done_to?: number[][];
  to_you?: Record<string, string[]>;
}

/** The value of a legal action. */
interface ChoiceOdds {
  action: string;
  value: number | null;
  fails: number;
  results: Record<string, number>;
  error?: number;
  between?: any[] | null;
  unseen?: number;
}

/** A choice and the resulting win share of each seat. */
interface ChoiceShares {
  action: string;
  shares: number[];
  text: string;
}

/** Request to take a seat. */
interface ClaimRequest {
  name: string;
  seat?: number | null;
  invitation?: string | null;
  avatar?: "cardinal" | "crow" | "duck" | "parrot" | "peacock" | "penguin" | "robin" | "toucan" | null;
  real?: boolean;
  seal?: string | null;
}

/** Response for a seat that was just taken. */
interface Claimed {
  person: number;
  seat: number;
  token: string | null;
  change: ChangeView;
}

/** The table to which a short code belongs. */
interface CodeView {
  id: string;
}

/** The players corrected the latest entered roll. */
interface Corrected {
  type: "corrected";
  seat: number;
  roll: string;
  was: string;
  person: number;
  agreed?: number[];
}

/** A person rejected a correction, so the entered roll stands. */
interface CorrectionDeclined {
  type: "correction_declined";
  person: number;
}

/** A person proposed a correction of the latest entered roll, or agreed to one. */
interface CorrectionProposed {
  type: "correction_proposed";
  person: number;
  roll: string;
}

/** Request to correct the latest entered roll. A new roll is a proposal, the same roll agrees, null rejects. */
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

/** The table was created. Its creator is person 0, the host. */
interface Created {
  type: "created";
  spec: TableSpec;
  code: string;
  on_device?: boolean;
}

/** A device sealed the number that it will reveal for a game's dice. */
interface DeviceSealed {
  type: "device_sealed";
  person: number;
  game: number;
  seal: string;
}

/** The dice list of the next game was published: a :class:`roost.play.dice.fair.Listed` as text. */
interface DiceListed {
  type: "dice_listed";
  list: string;
}

/** Observed and expected counts of the dice that this server rolled at its latest tables. */
interface DiceReport {
  tables: number;
  dice: DieTally[];
}

/** Dice were rolled. */
interface DiceRolled {
  type: "rolled";
  seat: number | null;
  roll: string;
  link?: string;
  by?: string | null;
  dice?: string;
}

/** The dice of a game, as described in docs/dice-protocol.md. */
interface DiceView {
  table: string;
  rolls: number;
  protocol: number;
  entered?: number;
}

/** Statistics of all rolled dice of one kind. */
interface DieTally {
  game: string;
  rolls: number;
  dice: number;
  faces: FaceTally[];
  chi_square: number;
  chance: number;
}

/** The die of a game, with its symbols. */
interface DieView {
  faces: string;
  symbols: SymbolView[];
}

/** A person entered a roll of real dice, which cannot be proved. */
interface Entered {
  type: "entered";
  seat: number;
  roll: string;
  person: number;
}

/** The latest entered roll. It can be corrected until a player chooses or rolls. */
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

/** A symbol of a die, and how often it was rolled. */
interface FaceTally {
  symbol: string;
  name: string;
  faces: number;
  seen: number;
  expected: number;
}

/** A field of a position: its name and its values. */
interface FieldView {
  name: string;
  values: string[];
}

/** A game and its declared properties. */
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
  adapters: string[];
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
  mistakes: EstimateView;
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

/** A game with its options. */
interface GameSetup {
  game: string;
  options?: Record<string, boolean | number | string>;
}

/** The current or latest game. */
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
  facts: BoardFacts;
  outcome_text?: string | null;
  entered?: EnteredView | null;
  tie_break?: string | null;
  lowest_wins?: boolean;
}

/** A seat reserved for one guest, who claims it with an invitation. */
interface GuestSeat {
  kind: "guest";
  name: string;
}

/** Whether the server is healthy. */
interface Health {
  status: string;
  version: string;
  notice?: Notice | null;
}

/** A player on the host's own device, which several players may share. */
interface HereSeat {
  kind: "here";
  name: string;
  avatar?: "cardinal" | "crow" | "duck" | "parrot" | "peacock" | "penguin" | "robin" | "toucan" | null;
}

/** A choice and its consequences. */
interface HintChoice {
  action: string;
  shares: number[];
  share: number;
  fails: number;
  text: string;
  what_if: string;
}

/** The best choice in a position, and the reason why it is best. */
interface HintView {
  position: string;
  seat: number;
  best: string;
  reason: string;
  text: string;
  choices: HintChoice[];
  error?: number;
}

/** A player's history, as it is stored on a device. */
interface HistoryRequest {
  games: PlayedGameView[];
}

interface HostCounts {
  open_tables: number;
  tables: number;
  people: number;
}

interface HostToken {
  token: string;
}

interface HostView {
  version: string;
  counts: HostCounts;
  tables: HostedTable[];
  limits: Record<string, number>;
  notice: Notice | null;
  code: string;
}

interface HostedTable {
  id: string;
  code: string;
  game: string;
  status: string;
  names: string[];
  created_at: number;
  changed_at: number;
}

/** House rules: what the table allows, and what happens to idle players. */
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

/** A language that Roost supports. Every folder of messages has a file for each language. */
type Language = "en" | "de" | "fr" | "nl" | "es" | "it" | "pl" | "pt";

/** A choice that lost win share. */
interface Mistake {
  turn: number;
  chosen: string;
  best: string;
  cost: number;
}

/** A decision that lost win share. */
interface MistakeView {
  place: number;
  turn: number;
  seat: number;
  position: string;
  chosen: string;
  best: string;
  mistake: number;
  choices: ChoiceShares[];
}

/** A roll or choice that decided the game. */
interface MomentView {
  place: number;
  turn: number;
  seat: number | null;
  position: string;
  roll: string | null;
  before: number;
  change: number;
  text: string;
  change_text: string;
}

/** Request to choose an action, to roll, to do both if the action leads to a roll, or to enter real dice. */
interface MoveRequest {
  version: number;
  key: string;
  action?: string | null;
  throw?: boolean;
  roll?: string | null;
}

/** A roll with its luck, or a choice with its mistake. */
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
  mistake?: number | null;
  gifts?: number[] | null;
  text?: string | null;
}

/** Request to change the name and avatar on one seat; without a seat, on all of the player's seats. */
interface NameRequest {
  name: string;
  avatar?: "cardinal" | "crow" | "duck" | "parrot" | "peacock" | "penguin" | "robin" | "toucan" | null;
  seat?: number | null;
}

interface NewCode {
  code: string;
}

interface NewNotice {
  text: string;
  minutes?: number;
}

/** Response for a newly created table. */
interface NewTable {
  id: string;
  code: string;
  token: string;
  invitations: Record<string, string>;
  link: string;
  snapshot: Snapshot;
}

/** The host chose a different next game for the series. */
interface NextChosen {
  type: "next_chosen";
  game: string;
  options?: Record<string, boolean | number | string>;
}

/** The next game of a series, with its expected players. */
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

/** A sentence of the host that all pages show for a while. */
interface Notice {
  text: string;
  until: number;
}

/** A listed device revealed its number. */
interface NumberOpened {
  type: "number_opened";
  person: number;
  number: string;
}

/** The value of a turn under best play for an aim: its swing (``gain``) or the win share (``win``). */
interface OddsView {
  aim: string;
  value: number | null;
  choices: ChoiceOdds[];
  fails?: number;
  results?: Record<string, number>;
  position?: string;
  rooster?: string | null;
  result_texts?: Record<string, ResultWords> | null;
  error?: number;
  between?: any[] | null;
  unseen?: number;
  lowest_wins?: boolean;
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

/** Request to reveal the sealed number, for one attempt to start the game. */
interface OpenRequest {
  attempt: number;
  number: string;
  key?: string | null;
}

/** A seat for the next person who joins. */
interface OpenSeat {
  kind: "open";
}

/** The opening of the next game's dice, until all devices have revealed their numbers. */
interface OpeningView {
  attempt: number;
  waits: number[];
}

interface OpponentView {
  name: string;
  games: number;
  result: number;
  mistakes: number;
}

/** An option of a game, with its possible values. */
interface OptionInfo {
  name: string;
  default: any;
  rule: string;
  meaning: string;
  allowed: string;
  schema: Record<string, any>;
}

/** A paragraph or a list item. */
interface Paragraph {
  number: string | null;
  spans: Span[];
}

/** A past change of a table. Unlike a live change, it does not include the table afterwards. */
interface PastChange {
  version: number;
  at: number;
  entries: (Created | SeatClaimed | SeatLeft | SeatReturned | SeatFreed | BotSeated | Started | DiceRolled | Acted | Undone | Reacted | RematchOffered | TableClosed | DeviceSealed | DiceListed | NumberOpened | Entered | CorrectionProposed | CorrectionDeclined | Corrected | Arranged | NextChosen)[];
  sentences: string[] | null;
  scores?: number[] | null;
  seat?: number | null;
  to_you?: Record<string, string[]>;
}

/** Response for an answer in progress: the client should ask again in a moment. */
interface Pending {
  status?: string;
}

/** A member's result in one game. */
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

/** A move that was tried, its events, and the next position. */
interface PlayedView {
  move: string;
  events: Record<string, any>[];
  sentences: string[] | null;
  after: PositionView;
  transfers: TransferView[][];
}

interface PlayerName {
  name: string;
}

/** A position of any game, with the legal actions. */
interface PositionView {
  position: string;
  state: Record<string, any>;
  node: string;
  seat: number | null;
  actions: ActionView[];
  scores: number[];
  outcome: Record<string, any> | null;
  facts: BoardFacts;
}

/** Body of an error response. The refused request changed nothing. */
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

/** All puzzles of a game, and the number of today's puzzle. */
interface PuzzleList {
  game: string;
  title: string;
  daily: number;
  puzzles: PuzzleSummary[];
}

/** A puzzle as shown in a list. */
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
  facts: BoardFacts;
  actions: ActionView[];
}

/** A person sent a reaction, such as clapping. */
interface Reacted {
  type: "reacted";
  seat: number;
  reaction: "clap" | "cry" | "hurry" | "laugh" | "luck" | "oops" | "thanks" | "wow";
}

/** Request to send a reaction, such as clapping. */
interface ReactionRequest {
  reaction: "clap" | "cry" | "hurry" | "laugh" | "luck" | "oops" | "thanks" | "wow";
}

/** The reason why an action is illegal. */
interface ReasonView {
  action: string;
  reason: string | null;
}

/** A person offered a rematch. */
interface RematchOffered {
  type: "rematch_offered";
  person: number;
}

/** Request to replay a record. */
interface ReplayRequest {
  record: string;
}

/** One move of a game and the position after it. The first step is the start of the game, without a move. */
interface ReplayStep {
  position: string;
  state: Record<string, any>;
  scores: number[];
  facts: BoardFacts;
  turn?: number;
  seat?: number | null;
  move?: string | null;
  roll?: boolean;
  text?: string | null;
  events?: Record<string, any>[];
  sentences?: string[];
  transfers?: TransferView[][];
}

/** A game from its start to its end. An unfinished game ends with its latest move. */
interface ReplayView {
  game: string;
  title: string;
  names: string[];
  headers: Record<string, string>;
  steps: ReplayStep[];
  outcome: Record<string, any> | null;
  outcome_text: string | null;
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

/** A possible result of a turn, in words. */
interface ResultWords {
  text: string;
  short: string;
}

/** The review of a finished game, with its luck and skill. */
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
  mistakes: MistakeView[];
  own_seats: number[];
  history: PlayedGameView[];
}

/** A parsed rules page. */
interface RulesPage {
  title: string;
  lead: Paragraph[];
  sections: Section[];
}

/** The rules of a game: its own page, then the page about turns if several games share that page. */
interface RulesView {
  game: string;
  title: string;
  pages: RulesPage[];
}

interface ScreenRequest {
  screen: string;
}

/** Request to seal the number that this device will reveal for the dice of the next game. */
interface SealRequest {
  seal: string;
  key?: string | null;
}

/** A person took a seat. */
interface SeatClaimed {
  type: "seat_claimed";
  seat: number;
  person: number;
  name: string;
  avatar?: "cardinal" | "crow" | "duck" | "parrot" | "peacock" | "penguin" | "robin" | "toucan" | null;
  real?: boolean;
}

/** The host removed a person or bot, so the seat is free. */
interface SeatFreed {
  type: "seat_freed";
  seat: number;
}

/** A person left. Before a game the seat becomes free; during and after it, the seat stays reserved for them. */
interface SeatLeft {
  type: "seat_left";
  seat: number;
}

/** Request to leave one seat or return to it; without a seat, it applies to all of the player's seats. */
interface SeatRequest {
  seat?: number | null;
}

/** A person returned to their seat. If a bot played for them, it stops. */
interface SeatReturned {
  type: "seat_returned";
  seat: number;
}

/** A seat and its player. */
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

/** The view of a series, with all its finished games. */
interface SeriesReport {
  series: SeriesView;
  results: ResultView[];
}

/** Rules that set the length and scoring of a series. */
interface SeriesRules {
  kind?: "best_of" | "first_to" | "games" | "round";
  count?: number;
  points?: "places" | "points" | "wins";
  games?: GameSetup[];
}

/** The rules and standings of a series. */
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

/** Report of how far a big screen has shown the table. */
interface ShownRequest {
  version: number;
  steps?: number;
}

/** The beginner's card or the expert's. */
type Size = "beginner" | "expert";

/** A table with its settings, as seen by the person who requests it. */
interface Snapshot {
  table: TableView;
  spec: TableSpec;
  you: You | null;
  faces?: string;
}

/** A piece of a sentence: plain text, an option's name, the mark of a ruling, or a rule's number. */
interface Span {
  kind: "assumed" | "code" | "label" | "rule" | "ruling" | "text";
  text: string;
}

interface SpanView {
  first: string;
  last: string;
  games: number;
  mistakes: EstimateView;
  luck: number;
  result: number;
}

/** A member's row in the standings of a series. */
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

/** Request to start the game or to offer a rematch. */
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

/** A symbol on the die. */
interface SymbolView {
  symbol: string;
  name: string;
  value: number;
  text: string;
}

/** The table was closed for good. */
interface TableClosed {
  type: "closed";
}

/** All settings of a table. */
interface TableSpec {
  game: string;
  seats: (OpenSeat | GuestSeat | HereSeat | BotSeat)[];
  options?: Record<string, boolean | number | string>;
  rules?: HouseRules;
  series?: SeriesRules | null;
  challenge?: string | null;
}

/** The public state of a table. */
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

/** A move of equal pieces from one place to another. */
interface TransferView {
  piece: string;
  source: string;
  target: string;
  count: number;
}

/** A turn, with the position at its start. */
interface TurnView {
  turn: number;
  seat: number;
  place: number;
  residual: number[];
}

/** Request to undo the latest choice. */
interface UndoRequest {
  version: number;
  key: string;
}

/** The latest choice was taken back. */
interface Undone {
  type: "undone";
  seat: number;
}

/** Request to stop the automatic start of a game. */
interface WaitRequest {
  game: number;
}

/** The person who sent the request. */
interface You {
  person: number;
  host: boolean;
  seats: number[];
}

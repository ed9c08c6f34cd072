// Global names of types that many modules use, so that only this file says where each is declared.

type GameUi = import("../model/game-ui.js").GameUi;
type Page = import("../lib/router.js").Page;
type View = import("../model/table.js").View;
type Model = import("../model/table.js").Model;
type SeatLook = import("../model/table.js").SeatLook;
type Line = import("../model/table.js").Line;
type BoardView<P extends import("../boards/view.js").Position = import("../boards/view.js").Position> =
  import("../boards/view.js").BoardView<P>;
type AnyView = BoardView<any>;
type Seen = import("../boards/view.js").Seen;
type GameEvent = import("../boards/view.js").GameEvent;
type Step = import("../model/steps.js").Step;
type Lesson = import("../model/lesson.js").Lesson;
type Pacings = import("../model/event-pacing.js").Pacings;
type Moment = import("../boards/moments.js").Moment;
type Guesses = import("../table/guessing.js").Guesses;
type Connection = import("../net/feed.js").Connection;
type Device = import("../model/device.js").Device;
type Hearing = import("../model/hearing.js").Hearing;
type Children = import("../lib/dom.js").Children;
type Say = import("../lib/i18n.js").Say;
type Hosting = import("../parts/lobby.js").Hosting;
type Award = import("../model/timeline.js").Award;
type Scene = import("../parts/screen.js").Scene;
type Handlers = import("../parts/screen.js").Handlers;
type Drill = import("../model/training.js").Drill;
type Trained = import("../model/training.js").Trained;

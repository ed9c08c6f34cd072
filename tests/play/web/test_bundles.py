"""Modules in one file: every module keeps its scope, and there is one of each, whoever asks for it."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from patience import PATIENCE
from roost.play.web.bundles import bundled

MODULES = {
    "app.js": 'import { count } from "./lib/count.js";\nimport { look } from "./parts/look.js";\n'
    'import "./parts/effect.js";\n'
    'const later = await import("./pages/home.js");\ncount();\n'
    'const other = await import("./parts/other.js");\n'
    "console.log(JSON.stringify([look(), later.default(), other.seen()]));\n",
    "lib/count.js": "const own = 40;\nlet counted = own;\nexport function count() {\n  return ++counted;\n}\n"
    "export const START = own;\n",
    "parts/look.js": 'import {\n  count as more,\n  START,\n} from "../lib/count.js";\nconst own = "mine";\n'
    "export class Look {}\nexport const look = () => [own, START, more()];\n",
    "parts/other.js": 'import { count } from "../lib/count.js";\nexport const seen = () => count();\n',
    "parts/effect.js": 'import { count } from "../lib/count.js";\ncount();\n',
    "parts/near.js": "export const near = 7;\n",
    "pages/home.js": 'import { count } from "../lib/count.js";\n'
    'export default function home() {\n  void import("../parts/near.js");\n  return count();\n}\n',
}
BUNDLE, SECOND = "bundles/first.js", "bundles/second.js"
FIRST = {BUNDLE: ["lib/count.js", "parts/look.js", "pages/home.js"]}
BOTH = {BUNDLE: ["lib/count.js"], SECOND: ["pages/home.js", "parts/look.js", "parts/other.js", "parts/effect.js"]}


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node here")
def test_what_is_bundled_does_the_same(tmp_path: Path) -> None:
    """Names are kept apart and can be renamed; the counter is one for the bundle, the page and whoever comes later."""
    said = []
    for number, modules in enumerate((MODULES, bundled(MODULES, FIRST), bundled(MODULES, BOTH))):
        for name, text in modules.items():
            file = tmp_path / str(number) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        (tmp_path / str(number) / "package.json").write_text('{"type": "module"}', encoding="utf-8")
        command = ["node", str(tmp_path / str(number) / "app.js")]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
        said.append(json.loads(done.stdout))
    assert said == [[["mine", 40, 43], 44, 45]] * 3


def test_later_imports_are_found_from_the_bundle() -> None:
    """They are named from where the bundle is; the first bundle itself imports nothing at once."""
    made = bundled(MODULES, FIRST)
    assert 'import("../parts/near.js")' in made[BUNDLE]
    assert "\nimport {" not in made[BUNDLE]
    assert made["parts/near.js"] == MODULES["parts/near.js"]


def test_a_bundle_imports_from_those_before_it() -> None:
    """Never from a later one: each can be had without those that follow."""
    made = bundled(MODULES, BOTH)
    assert made[SECOND].startswith('import { $lib_count } from "../bundles/first.js";\n')
    with pytest.raises(ValueError, match=r"look\.js cannot be bundled without lib/count\.js"):
        bundled(MODULES, {BUNDLE: ["parts/look.js"], SECOND: ["lib/count.js"]})


def test_comments_are_left_out_and_texts_are_not() -> None:
    """A comment is for readers of the source and need not travel; a text that only looks like a comment does."""
    text = (
        "/**\n * Told.\n */\nexport const a = `x\n// kept\n`; // also kept\n"
        "// left out\nexport const b =\n  /** @type {any} */ (1);\n/** Left. */\nexport const c = 2;\n"
    )
    made = bundled({"lib/a.js": text}, {BUNDLE: ["lib/a.js"]})[BUNDLE]
    assert "// kept\n`; // also kept\n" in made
    assert "left out" not in made
    assert "Told" not in made
    assert "Left" not in made
    assert "(1);" in made


@pytest.mark.parametrize(
    "line",
    [
        'import * as b from "./b.js";',
        'export * from "./b.js";',
        "export let changing = 1;",
        "export { one };",
        "await one();",
        'import { far } from "./elsewhere.js";',
    ],
)
def test_what_is_not_understood_is_refused(line: str) -> None:
    """Nothing is bundled by a guess."""
    sources = {"lib/a.js": f"{line}\n", "lib/b.js": "\n", "lib/elsewhere.js": "export const far = 1;\n"}
    with pytest.raises(ValueError, match="cannot be bundled"):
        bundled(sources, {BUNDLE: ["lib/a.js", "lib/b.js"]})


def test_a_circle_is_refused() -> None:
    """No order would do."""
    sources = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(ValueError, match=r"circle: a\.js → b\.js → a\.js"):
        bundled(sources, {BUNDLE: ["a.js", "b.js"]})

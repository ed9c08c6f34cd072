"""Bundles of modules: each module keeps its own scope and is loaded once, no matter which module imports it."""

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
def test_bundled_modules_behave_like_separate_ones(tmp_path: Path) -> None:
    """Equal names stay separate, renamed imports work, and a counter is shared by the bundle and later modules."""
    outputs = []
    for number, modules in enumerate((MODULES, bundled(MODULES, FIRST), bundled(MODULES, BOTH))):
        for name, text in modules.items():
            file = tmp_path / str(number) / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        (tmp_path / str(number) / "package.json").write_text('{"type": "module"}', encoding="utf-8")
        command = ["node", str(tmp_path / str(number) / "app.js")]
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
        outputs.append(json.loads(done.stdout))
    assert outputs == [[["mine", 40, 43], 44, 45]] * 3


def test_dynamic_imports_are_relative_to_the_bundle() -> None:
    """The first bundle has no static imports."""
    bundles = bundled(MODULES, FIRST)
    assert 'import("../parts/near.js")' in bundles[BUNDLE]
    assert "\nimport {" not in bundles[BUNDLE]
    assert bundles["parts/near.js"] == MODULES["parts/near.js"]


def test_a_bundle_imports_only_from_earlier_bundles() -> None:
    """A bundle can be loaded without the later ones."""
    bundles = bundled(MODULES, BOTH)
    assert bundles[SECOND].startswith('import { $lib_count } from "../bundles/first.js";\n')
    with pytest.raises(ValueError, match=r"look\.js cannot be bundled without lib/count\.js"):
        bundled(MODULES, {BUNDLE: ["parts/look.js"], SECOND: ["lib/count.js"]})


def test_comments_are_removed_from_bundles() -> None:
    """Text in strings that looks like a comment stays."""
    text = (
        "/**\n * Told.\n */\nexport const a = `x\n// kept\n`; // also kept\n"
        "// left out\nexport const b =\n  /** @type {any} */ (1);\n/** Left. */\nexport const c = 2;\n"
    )
    bundle = bundled({"lib/a.js": text}, {BUNDLE: ["lib/a.js"]})[BUNDLE]
    assert "// kept\n`; // also kept\n" in bundle
    assert "left out" not in bundle
    assert "Told" not in bundle
    assert "Left" not in bundle
    assert "(1);" in bundle


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
def test_unsupported_syntax_is_not_bundled(line: str) -> None:
    sources = {"lib/a.js": f"{line}\n", "lib/b.js": "\n", "lib/elsewhere.js": "export const far = 1;\n"}
    with pytest.raises(ValueError, match="cannot be bundled"):
        bundled(sources, {BUNDLE: ["lib/a.js", "lib/b.js"]})


def test_circular_imports_are_not_bundled() -> None:
    sources = {"a.js": 'import { b } from "./b.js";\n', "b.js": 'import { a } from "./a.js";\n'}
    with pytest.raises(ValueError, match=r"circle: a\.js → b\.js → a\.js"):
        bundled(sources, {BUNDLE: ["a.js", "b.js"]})

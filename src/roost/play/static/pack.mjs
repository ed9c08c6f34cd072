// node pack.mjs PYODIDE MODULES.zip IMPORTER.py PYTHON.zip ROOST.zst: runs pack.py in the very Python that will run the
// modules.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

/** A pack without files: a Zstandard frame with marshal's form of {}. */
const EMPTY = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x20, 2, 0x11, 0, 0, 0x7b, 0x30);

const [folder, modules, importer, python, roost] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const interpreter = await loadPyodide({
  indexURL: `${folder}/`,
  env: { HOME: "/home/pyodide", PYTHONHASHSEED: "0" },
  fsInit: async (FS, { sitePackages }) => {
    FS.writeFile("/roost.pack", EMPTY);
    // Note which modules Python needs before it can import packed ones.
    FS.writeFile(`${sitePackages}/sitecustomize.py`, `${fs.readFileSync(importer)}\nEARLY = [*sys.modules]\n`);
  },
});
interpreter.FS.writeFile("/modules.zip", fs.readFileSync(modules));
interpreter.FS.writeFile("/importer.py", fs.readFileSync(importer));
interpreter.FS.writeFile("/python.zip", fs.readFileSync(`${folder}/python_stdlib.zip`));
interpreter.runPython(fs.readFileSync(new URL("pack.py", import.meta.url), "utf8"));
fs.writeFileSync(python, interpreter.FS.readFile("/packed-python"));
fs.writeFileSync(roost, interpreter.FS.readFile("/packed-roost"));
process.exit(0);

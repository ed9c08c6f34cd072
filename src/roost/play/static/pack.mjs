// node pack.mjs PYODIDE MODULES.zip PYTHON.zip ROOST.zst: runs pack.py in the very Python that will run the modules.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, modules, python, roost] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
const env = { HOME: "/home/pyodide", PYTHONHASHSEED: "0" };
const interpreter = await loadPyodide({ indexURL: `${folder}/`, env });
interpreter.FS.writeFile("/modules.zip", fs.readFileSync(modules));
interpreter.FS.writeFile("/python.zip", fs.readFileSync(`${folder}/python_stdlib.zip`));
interpreter.runPython(fs.readFileSync(new URL("pack.py", import.meta.url), "utf8"));
fs.writeFileSync(python, interpreter.FS.readFile("/packed-python"));
fs.writeFileSync(roost, interpreter.FS.readFile("/packed-roost"));
process.exit(0);

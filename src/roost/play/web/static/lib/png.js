// A drawing as a file: an SVG becomes a PNG, in the browser.

/** Paints are named by custom properties, which a file by itself does not know. */
const NAMED = /var\((--[\w-]+)(?:,[^()]*)?\)/g;

/**
 * @param {SVGSVGElement} drawing with a width and a height
 * @returns {Promise<Blob>}
 */
export async function pngOf(drawing) {
  const [width, height] = [Number(drawing.getAttribute("width")), Number(drawing.getAttribute("height"))];
  const text = new XMLSerializer().serializeToString(byDay(drawing));
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width, height];
    canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
    return await new Promise((done, fail) =>
      canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("This browser draws no PNG."))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}

/**
 * The same drawing with its paints as they are by day, written out.
 * @param {SVGSVGElement} drawing
 */
function byDay(drawing) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const { documentElement: root } = document;
  const { theme, contrast } = root.dataset;
  Object.assign(root.dataset, { theme: "light", contrast: "normal" }); // nothing is painted before it is put back
  const style = getComputedStyle(root);
  /** @type {(value: string) => string} */
  const painted = (value) => value.replace(NAMED, (_, name) => painted(style.getPropertyValue(name).trim() || "none"));
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      if (value.includes("var(")) element.setAttribute(name, painted(value));
    }
    if (element.classList.contains("art-letters")) {
      element.setAttribute("font-family", painted(style.getPropertyValue("--font")));
      element.setAttribute("font-weight", "800");
    }
    if (element.classList.contains("scene")) element.setAttribute("overflow", "hidden");
  }
  Object.assign(root.dataset, { theme, contrast });
  return copy;
}

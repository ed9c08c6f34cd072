// Converts an SVG drawing to a PNG file in the browser.

/** Matches references to custom properties, which a standalone file cannot resolve. */
const NAMED = /var\((--[\w-]+)(?:,[^()]*)?\)/g;

/**
 * @param {SVGSVGElement} drawing with a width and a height
 * @returns {Promise<Blob>}
 */
export async function pngOf(drawing) {
  const [width, height] = [Number(drawing.getAttribute("width")), Number(drawing.getAttribute("height"))];
  const text = new XMLSerializer().serializeToString(inLightTheme(drawing));
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
 * Copy a drawing, with the light theme's colours written out.
 * @param {SVGSVGElement} drawing
 */
function inLightTheme(drawing) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const { documentElement: root } = document;
  const { theme, contrast } = root.dataset;
  Object.assign(root.dataset, { theme: "light", contrast: "normal" }); // reset below, before the browser paints
  const style = getComputedStyle(root);
  /** @type {(value: string) => string} */
  const resolved = (value) =>
    value.replace(NAMED, (_, name) => resolved(style.getPropertyValue(name).trim() || "none"));
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name, value } of [...element.attributes]) {
      if (value.includes("var(")) element.setAttribute(name, resolved(value));
    }
    if (element.classList.contains("art-letters")) {
      element.setAttribute("font-family", resolved(style.getPropertyValue("--font")));
      element.setAttribute("font-weight", "800");
    }
    if (element.classList.contains("scene")) element.setAttribute("overflow", "hidden");
  }
  Object.assign(root.dataset, { theme, contrast });
  return copy;
}

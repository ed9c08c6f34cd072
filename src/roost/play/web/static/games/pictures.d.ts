// The server generates this module from the pictures that games bring: roost/play/web/face.py.

export const PICTURES: Record<string, () => SVGElement[]>;

// The server makes this module of what the games bring: roost/play/web/face.py.

export const PICTURES: Record<string, () => SVGElement[]>;

// The server makes this module of what the games bring: roost/web/face.py.

export const PICTURES: Record<string, () => SVGElement[]>;

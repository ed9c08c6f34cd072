// The server generates this module from the pictures that games bring: roost/play/web/adapter.py.

export const PICTURES: Record<string, () => SVGElement[]>;

/** Constants and words of the product that both sides of the wire need. No imports but such files, so the browser can take them whole. */

/** 100 points are one dollar; one point is therefore one US cent. */
export const POINTS_PER_DOLLAR = 100;

/** Largest amount of points that one transfer may move. */
export const POINTS_MAX = 1_000_000_000;

/** Constants of the product for server and browser. Imports only such files, so that the browser can load it whole. */

/** 100 points are one dollar, so one point is one US cent. */
export const POINTS_PER_DOLLAR = 100;

/** Largest amount of points that one transfer may move. */
export const POINTS_MAX = 1_000_000_000;

import { type FeedDevice, mobileKindOf } from '#contract/feeds.values.ts';

const DESKTOP = /\b(?:Windows|Macintosh|CrOS|X11|Linux)\b/;

/** The kind of device of a browser; undefined if it does not say. */
export const deviceKindOf = (userAgent: string): FeedDevice | undefined =>
  mobileKindOf(userAgent) ?? (DESKTOP.test(userAgent) ? 'desktop' : undefined);

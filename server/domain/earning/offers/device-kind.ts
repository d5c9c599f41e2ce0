import type { FeedDevice } from '#contract/feeds.values.ts';

/** The order matters: a tablet names what a phone names too. */
const KINDS: [RegExp, FeedDevice][] = [
  [/\biPad\b/, 'ipad'],
  [/\b(?:iPhone|iPod)\b/, 'iphone'],
  [/\bAndroid\b.*\bMobile\b/, 'android_phone'],
  [/\bAndroid\b/, 'android_tablet'],
  [/\b(?:Windows|Macintosh|CrOS|X11|Linux)\b/, 'desktop'],
];

/** The kind of device of a browser; undefined if it does not say. An iPad may call itself a Macintosh. */
export const deviceKindOf = (userAgent: string): FeedDevice | undefined =>
  KINDS.find(([pattern]) => pattern.test(userAgent))?.[1];

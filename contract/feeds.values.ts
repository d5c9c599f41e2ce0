/** Kinds of devices that an offer can be limited to. */
export const FEED_DEVICES = ['android_phone', 'android_tablet', 'desktop', 'ipad', 'iphone'] as const;
export type FeedDevice = (typeof FEED_DEVICES)[number];

/** The order matters: a tablet names what a phone names too. */
const MOBILE_KINDS: [RegExp, FeedDevice][] = [
  [/\biPad\b/, 'ipad'],
  [/\b(?:iPhone|iPod)\b/, 'iphone'],
  [/\bAndroid\b.*\bMobile\b/, 'android_phone'],
  [/\bAndroid\b/, 'android_tablet'],
];

/** The kind of a phone or tablet by its browser; undefined for any other. An iPad may call itself a Macintosh. */
export const mobileKindOf = (userAgent: string): FeedDevice | undefined =>
  MOBILE_KINDS.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Why an offer of a feed is left out of the catalogue; see docs/feeds.md. */
export const LEFT_OUT_REASONS = [
  'unreadable',
  'too_large',
  'repeated',
  'no_id',
  'no_title',
  'address',
  'goals',
  'amount',
  'above_cap',
  'countries',
  'devices',
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** Why a pull of a feed brought no catalogue; see docs/feeds.md. */
export const FEED_FAULTS = [
  'timeout',
  'connection',
  'redirect',
  'refused',
  'throttled',
  'status',
  'unreadable',
  'too_large',
  'endless',
  'fewer',
  'exchanged',
  'interrupted',
] as const;
export type FeedFault = (typeof FEED_FAULTS)[number];

/**
 * Why an address brought no picture of an offer. `address`: its host is not listed, or is a private one. `broken`: it cannot be
 * drawn. `full`: there is no room for another. `kind`: no PNG, JPEG or WebP. `library`: this machine cannot draw pictures.
 */
export const PICTURE_FAULTS = [
  'address',
  'broken',
  'connection',
  'full',
  'kind',
  'library',
  'redirect',
  'status',
  'timeout',
  'too_large',
] as const;
export type PictureFault = (typeof PICTURE_FAULTS)[number];

/** Which offers a list shows. */
export const FEED_STANDINGS = ['offered', 'left'] as const;

/** Offers of a page. */
export const FEED_PAGE = 50;

/** Words of a catalogue for categories that are told apart, the most frequent ones. */
export const CATEGORY_WORDS_MAX = 500;

/** Results of offers of a page, and their orders; `missing`: most points missing of what was promised. */
export const RESULTS_PAGE = 50;
export const RESULT_ORDERS = ['started', 'missing'] as const;

import { FEED_DEVICES, type FeedDevice, mobileKindOf } from '#contract/feeds.values.ts';

/** What a browser tells of its device. */
type Told = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>;

/** The kind of this device. An iPad that calls itself a Macintosh has a screen that feels several fingers. */
export function ownDevice({ userAgent, maxTouchPoints }: Told = navigator): FeedDevice {
  if (/\bMacintosh\b/.test(userAgent) && maxTouchPoints > 1) return 'ipad';
  return mobileKindOf(userAgent) ?? 'desktop';
}

/** All kinds of devices, this one first. */
export const devicesFromOwn = (own: FeedDevice = ownDevice()): FeedDevice[] => [
  own,
  ...FEED_DEVICES.filter((device) => device !== own),
];

/** Whether an offer can be done with the device; null: with all. */
export const worksOn = (devices: readonly FeedDevice[] | null, device: FeedDevice = ownDevice()): boolean =>
  devices === null || devices.includes(device);

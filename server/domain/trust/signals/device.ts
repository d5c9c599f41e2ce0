import { isIP } from 'node:net';
import { networkOf } from '#domain/trust/limits/network.ts';

/** The order matters: browsers based on another one name that one as well. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Neither browser nor system is known. */
const UNKNOWN = '–';

/**
 * Returns the names of browser and system, without versions and without words of any language: `Firefox · Linux`; a dash if neither is
 * known. User agents can be forged, so nothing of them is shown but names of these lists.
 */
export function deviceOf(userAgent: string): string {
  const [browser, system] = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)];
  return [browser, system].filter(Boolean).join(' · ') || UNKNOWN;
}

const nameIn = (names: [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** The network within which an address may change by itself: the /24 of an IPv4 address, the /64 of an IPv6 address. */
export const neighbourhoodOf = (ip: string): string =>
  isIP(ip) === 4 ? ip.replace(/\d+$/, '0/24') : networkOf(ip);

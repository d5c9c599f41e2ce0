import { isIP } from 'node:net';
import { networkOf } from '#domain/trust/limits/network.ts';

/** In this order: browsers that build on another name it as well. */
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

/** Browser and system in words, without versions: `Firefox on Linux`. What a browser says of itself is no proof. */
export function deviceOf(userAgent: string): string {
  const [browser, system] = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)];
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

const nameIn = (names: [RegExp, string][], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** The neighbourhood in which an address changes by itself: the /24 of an IPv4 address, the /64 of an IPv6 one. */
export const neighbourhoodOf = (ip: string): string =>
  isIP(ip) === 4 ? ip.replace(/\d+$/, '0/24') : networkOf(ip);

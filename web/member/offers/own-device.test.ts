import { expect, test } from 'vitest';
import { devicesFromOwn, ownDevice, worksOn } from './own-device.ts';

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Mobile/15E148', 5, 'iphone'],
  ['Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X)', 5, 'ipad'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'ipad'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'desktop'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/149.0.0.0 Mobile Safari/537.36', 5, 'android_phone'],
  ['Mozilla/5.0 (Linux; Android 15; Tab) Chrome/149.0.0.0 Safari/537.36', 5, 'android_tablet'],
  ['', 0, 'desktop'],
] as const)('the browser %j with %i fingers is of the kind %s', (userAgent, maxTouchPoints, kind) => {
  expect(ownDevice({ userAgent, maxTouchPoints })).toBe(kind);
});

test('the own device comes first, each once, and an offer without devices works on all', () => {
  const devices = devicesFromOwn('ipad');
  expect(devices[0]).toBe('ipad');
  expect(new Set(devices).size).toBe(5);
  expect(devices.map((device) => worksOn(null, device))).not.toContain(false);
  expect(worksOn(['iphone'], 'ipad')).toBe(false);
});

import { expect, test } from 'vitest';
import { isThirdParty, sandboxOf } from './sandbox.ts';

const OWN = 'https://rewards.example';

test.each([
  '/dev/wall?user=1',
  'https://rewards.example/dev/wall',
  'https://rewards.example:443/x',
  'javascript:alert(1)',
  'data:text/html,x',
  'blob:https://rewards.example/1',
])('a frame at %s never gets our origin', (url) => {
  expect(isThirdParty(url, OWN)).toBe(false);
  expect(sandboxOf(url, OWN)).toBe('allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox');
});

test.each(['https://wall.example/x', 'http://rewards.example/x', 'https://rewards.example:8443/x'])(
  'a vendor at %s keeps its own origin',
  (url) => {
    expect(isThirdParty(url, OWN)).toBe(true);
    expect(sandboxOf(url, OWN)).toContain('allow-same-origin');
  },
);

import { expect, test } from 'vitest';
import { sandboxWallPage } from './sandbox-wall-page.ts';

test.each([
  ['megabytes', '+120 MB', /\$\d|\d points/],
  ['dollars', '+$1.20', /\d MB|\d points/],
  ['points', '+120 points ($1.20)', /\d MB/],
] as const)('the sandbox wall counts in %s where the site does', (unit, shown, other) => {
  const page = String(sandboxWallPage('abc', unit));
  expect(page).toContain(`<strong>${shown}</strong>`);
  expect(page.replace(/<script>[\s\S]*/, '')).not.toMatch(other);
});

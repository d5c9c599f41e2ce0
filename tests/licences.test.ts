import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The licences of all packages of the lock file. */

interface Package {
  license?: string;
  dev?: boolean;
}

const lock: { packages: Record<string, Package> } = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../package-lock.json'), 'utf8'),
);
const packages = Object.entries(lock.packages).filter(([place]) => place !== '');

/** Whoever passes the product on owes no more than the notices. */
const ALLOWED = [
  'MIT',
  'MIT-0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Apache-2.0',
  'CC0-1.0',
  'Unlicense',
];
/** Packages with another licence, and why it is no burden. */
const ALLOWED_FOR: Record<string, RegExp> = {
  // The licence of Python's own argparse, of which this is a translation; as free as MIT.
  'Python-2.0': /^argparse$/,
  'PSF-2.0': /^argparse$/,
  // Fonts: free to be served, not to be sold alone.
  'OFL-1.1': /^(@expo-google-fonts\/|@fontsource-variable\/manrope$)/,
  // Tools of the build and the tests, which are not passed on.
  'MPL-2.0': /^(axe-core|lightningcss(-.+)?)$/,
};

/** Whether one of the licences of an expression (`A OR B`), or all of them (`A AND B`), are allowed. */
function isAllowed(expression: string, name: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) =>
      choice.split(' AND ').every((one) => ALLOWED.includes(one) || ALLOWED_FOR[one]?.test(name) === true),
    );
}

const nameOf = (place: string) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

test('every package has a licence that is allowed', () => {
  expect(packages.length).toBeGreaterThan(300);
  const wrong = packages.filter(([place, { license }]) => !license || !isAllowed(license, nameOf(place)));
  expect(wrong.map(([place, { license }]) => `${nameOf(place)}: ${license}`)).toEqual([]);
});

test('what is passed on has no licence that asks for its source', () => {
  const passedOn = packages.filter(
    ([, { dev, license }]) => !dev && /GPL|MPL|EPL|SSPL|BUSL/.test(license ?? ''),
  );
  // Chosen by its other licence.
  expect(passedOn.map(([place]) => nameOf(place))).toEqual(['node-forge']);
});

test('a licence is refused unless it or a choice of it is listed, whole', () => {
  const refused = ['GPL-3.0-only', 'MIT AND GPL-2.0', 'UNLICENSED', 'MPL-2.0', 'SEE LICENSE IN x', ''];
  for (const expression of refused) expect(isAllowed(expression, 'example'), expression).toBe(false);
  for (const expression of ['(GPL-2.0 OR MIT)', 'MIT AND ISC'])
    expect(isAllowed(expression, 'example')).toBe(true);
});

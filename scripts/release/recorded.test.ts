import { expect, test } from 'vitest';
import { VERSION } from '#server/version.ts';
import { apiFaults, packageDateFaults, versionFaults } from './promises.ts';
import { compareVersions, mayBreak, ownApi, recordedVersions } from './recorded.ts';

test('every release with a recorded API is an earlier one or this, in order', () => {
  const versions = recordedVersions();
  expect(versions.length).toBeGreaterThan(0);
  expect(compareVersions(versions.at(-1) ?? '', VERSION)).toBeLessThanOrEqual(0);
  expect(compareVersions('0.9.0', '0.10.0')).toBeLessThan(0);
  expect(compareVersions('1.0.0', '0.10.0')).toBeGreaterThan(0);
});

test('the files of this version name it and say how to upgrade', () => {
  expect(versionFaults()).toEqual([]);
  expect(versionFaults('# Changelog\n')).toHaveLength(2);
  expect(versionFaults(`## [${VERSION}] - 2027-01-31\n\n### Added\n\n- x\n`)).toEqual([
    `CHANGELOG.md does not say how to upgrade to ${VERSION}`,
  ]);
});

test('the date of packages is neither too young nor forgotten', () => {
  const on = (day: string) => packageDateFaults(new Date(day), 'before=2027-01-01\n');
  expect(on('2027-02-01')).toEqual([]);
  expect(on('2027-01-05')).toEqual(['.npmrc takes packages of 2027-01-01, which is 4 days ago']);
  expect(on('2027-08-01')[0]).toContain('move it on');
  expect(packageDateFaults(new Date(), 'save-exact=true')).toEqual(['.npmrc has no `before=<date>`']);
});

test('a release that breaks the API needs a number that says so, and hears each break by name', () => {
  const broken = JSON.parse(ownApi());
  delete broken.paths['/api/tasks'];
  const [last = ''] = recordedVersions().slice(-1);
  const told: string[] = [];
  const faults = (version: string) => apiFaults((line) => told.push(line), version, JSON.stringify(broken));
  const next = last.replace(/\d+$/, (patch) => String(Number(patch) + 1));
  expect(faults(next)).toEqual([`${next} breaks the API of ${last}: give it a number that says so`]);
  expect(told).toContain('  breaking: GET /api/tasks is gone, and was not deprecated');
  expect(faults('99.0.0')).toEqual([]);
  expect([mayBreak('1.2.0', '1.3.0'), mayBreak('1.2.0', '2.0.0'), mayBreak('0.9.0', '1.0.0')]).toEqual([
    false,
    true,
    true,
  ]);
});

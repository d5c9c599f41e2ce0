import { readFileSync } from 'node:fs';
import path from 'node:path';
import { VERSION } from '#server/version.ts';
import { apiChanges } from './api-changes.ts';
import { compareVersions, mayBreak, ownApi, recordedApi, recordedVersions, root } from './recorded.ts';

/** What a release promises and can be read from its files. Each returns sentences about what does not hold. */

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** One version in package.json and its lock file, and a part of the changelog for it. */
export function versionFaults(changelog = read('CHANGELOG.md')): string[] {
  const lock = JSON.parse(read('package-lock.json'));
  const heading = new RegExp(
    `^## (\\[Unreleased\\] - ${VERSION}|\\[${VERSION}\\] - \\d{4}-\\d\\d-\\d\\d)$`,
    'm',
  );
  const part = changelog.split(heading)[2]?.split(/^## /m)[0] ?? '';
  return [
    ...(lock.version === VERSION && lock.packages[''].version === VERSION
      ? []
      : ['package-lock.json has another version: run `npm install`']),
    ...(heading.test(changelog) ? [] : [`CHANGELOG.md has no part for ${VERSION}`]),
    ...(/^### Upgrade\n\n\S/m.test(part) ? [] : [`CHANGELOG.md does not say how to upgrade to ${VERSION}`]),
  ];
}

const DAY_MS = 86_400_000;
const [AGE_DAYS_MIN, AGE_DAYS_MAX] = [14, 120];

/** The date up to which packages are taken: old enough to be known, young enough to be kept up. */
export function packageDateFaults(today: Date, settings = read('.npmrc')): string[] {
  const date = /^before=(\d{4}-\d\d-\d\d)$/m.exec(settings)?.[1];
  if (!date) return ['.npmrc has no `before=<date>`'];
  const days = Math.floor((today.getTime() - Date.parse(date)) / DAY_MS);
  if (days < AGE_DAYS_MIN) return [`.npmrc takes packages of ${date}, which is ${days} days ago`];
  if (days > AGE_DAYS_MAX) return [`.npmrc takes no package since ${date}, for ${days} days: move it on`];
  return [];
}

/** Changes of the API since the release before, and whether the number of this one allows them. */
export function apiFaults(tell: (line: string) => void, version = VERSION, now = ownApi()): string[] {
  const last = recordedVersions().findLast((recorded) => compareVersions(recorded, version) < 0);
  const earlier = last && recordedApi(last);
  if (!earlier) {
    tell('There is no earlier release to compare the API with.');
    return [];
  }
  const { breaking, added } = apiChanges(JSON.parse(earlier), JSON.parse(now));
  tell(`The API since ${last}: ${added.length} additions, ${breaking.length} breaking changes.`);
  for (const name of added) tell(`  new: ${name}`);
  for (const sentence of breaking) tell(`  breaking: ${sentence}`);
  return breaking.length > 0 && !mayBreak(last, version)
    ? [`${version} breaks the API of ${last}: give it a number that says so`]
    : [];
}

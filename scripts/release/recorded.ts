import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openApi } from '#server/http/docs/openapi.ts';
import { VERSION } from '#server/version.ts';
import type { Api } from './api-changes.ts';

/** The APIs of the releases, in `database/releases/<version>.api.json.gz`, beside their databases. */

export const root = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(root, 'database/releases');
const ENDING = '.api.json.gz';

/** The API of this version as text, without what differs from site to site. */
export function ownApi(): string {
  const { paths, webhooks, components } = openApi('Pocketful', 'https://rewards.example');
  return JSON.stringify({ paths, webhooks, components } satisfies Api);
}

export const recordApi = (): void =>
  writeFileSync(path.join(FOLDER, VERSION + ENDING), gzipSync(ownApi(), { level: 9 }));

/** The recorded API of a release as text; undefined if there is none. */
export function recordedApi(version: string): string | undefined {
  if (!recordedVersions().includes(version)) return undefined;
  return gunzipSync(readFileSync(path.join(FOLDER, version + ENDING))).toString();
}

/** The releases whose API is kept, the earliest first. */
export const recordedVersions = (): string[] =>
  readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort(compareVersions);

/** Negative if `a` is the earlier version. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  const at = left.findIndex((number, n) => number !== right[n]);
  return at < 0 ? 0 : (left[at] ?? 0) - (right[at] ?? 0);
}

/** Whether the version may break the API of the earlier one: a new first number, before 1.0.0 a new middle one. */
export function mayBreak(earlier: string, later: string): boolean {
  const [[first = 0, middle = 0], [newFirst = 0, newMiddle = 0]] = [numbersOf(earlier), numbersOf(later)];
  return newFirst > first || (first === 0 && newFirst === 0 && newMiddle > middle);
}

/** Throws unless the version is three numbers. */
function numbersOf(version: string): number[] {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`${version} is not a version of a release`);
  return version.split('.').map(Number);
}

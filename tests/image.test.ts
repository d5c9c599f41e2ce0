import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { PARTS } from '#scripts/setup.js';

/**
 * The build of the image gets all that it reads, and the image's list of packages is complete: `deploy/image/listed` ends a build
 * in which it is not.
 */

const run = promisify(execFile);
const LISTED = path.resolve(import.meta.dirname, '../deploy/image/listed');
const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-image-'));
afterAll(() => rm(folder, { recursive: true }));

const write = async (file: string, content: object) => {
  const place = path.join(folder, file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, JSON.stringify(content));
  return place;
};

/** Two versions of a package, one of them within another package, and one that was removed after the installation. */
const PLACES = {
  'node_modules/pg': { name: 'pg', version: '8.0.0' },
  'node_modules/@scope/part': { name: '@scope/part', version: '1.0.0' },
  'node_modules/@scope/part/node_modules/pg': { name: 'pg', version: '7.0.0' },
};
await write('node_modules/.package-lock.json', { packages: { ...PLACES, 'node_modules/removed': {} } });
for (const [place, content] of Object.entries(PLACES)) await write(`${place}/package.json`, content);

const judge = async (components: { name: string; version: string }[]) => {
  const sbom = await write('sbom.json', { components });
  return run(process.execPath, [LISTED, path.join(folder, 'node_modules'), sbom]).then(
    () => [],
    ({ stderr }) => stderr.trim().split('\n'),
  );
};

test('a list with every package of the image is taken, and one without a version of one is not', async () => {
  const all = Object.values(PLACES);
  expect(await judge(all)).toEqual([]);
  for (const { name, version } of all)
    expect(await judge(all.filter((one) => one.name !== name || one.version !== version))).toEqual([
      `not in the list of packages: ${name}@${version}`,
    ]);
});

test('the sources of the web app and of the server are let into the build of the image', async () => {
  const lines = (await readFile(path.join(import.meta.dirname, '../.dockerignore'), 'utf8')).split('\n');
  const letIn = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const isIn = (source: string) => letIn.some((place) => source === place || source.startsWith(`${place}/`));
  expect(
    Object.values(PARTS)
      .flatMap(({ sources }) => sources)
      .filter((source) => !isIn(source)),
  ).toEqual([]);
});

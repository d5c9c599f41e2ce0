import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CALL_PARTS } from '#contract/walls.values.ts';
import { proofOf } from '#domain/earning/wall-format/proof.ts';
import { readPostback } from '#domain/earning/wall-format/read-postback.ts';
import { parseWalls } from '#domain/earning/walls/walls-file.ts';
import { cpx } from '#providers/walls/cpx.ts';
import { builtInWalls } from '#providers/walls/index.ts';
import { wallFixtures } from '#testing/wall-fixtures.ts';
import { rawRequest } from '#testing/wall-format.ts';

const fixtures = wallFixtures('');
const fixtureOf = (wall: string) => {
  const { settings = {}, secrets = {} } = fixtures.find(({ id }) => id === wall) ?? {};
  return { settings, secrets };
};
const guide = await readFile(new URL('./walls.md', import.meta.url), 'utf8');
const block = (language: string) => guide.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';

test('the walls file and the signature in the guide are right', () => {
  const environment: Record<string, string> = { CPX_SECRET: 'cpx', MY_WALL_KEY: 'my-wall-secret' };
  const walls = parseWalls(block('json'), 'docs/walls.md', {
    variable: (name) => environment[name],
    builtIn: [cpx],
    feeds: [],
  });
  expect(walls.map((wall) => [wall.definition.id, wall.maxPoints])).toEqual([
    ['cpx', 5000],
    ['my-wall', 2000],
  ]);

  const shell = block('sh');
  const signature = /# ([0-9a-f]{64})/.exec(shell)?.[1] ?? '';
  const target = /localhost:3000([^"]+)"/.exec(shell)?.[1]?.replace('$signature', signature) ?? '';
  const [, wall] = walls;
  if (!wall) throw new Error('the guide shows one wall only');
  const read = (text: string) => readPostback(wall, rawRequest({ target: text }), 'http://localhost:3000');
  expect(read(target)).toMatchObject({ kind: 'credit', points: 125, offerName: 'Juggle Quest' });
  expect(read(target.replace('125.50', '925.50'))).toMatchObject({ kind: 'bad_signature' });
});

test('the guide says for every built-in wall what it needs, what its company gets and what its proof leaves open', () => {
  for (const definition of builtInWalls) {
    const { id, settings, secrets, postback } = definition;
    const rows = guide.split('\n').filter((line) => line.startsWith(`| \`${id}\` |`));
    expect(rows, id).toHaveLength(3);
    const [needs = '', , proof = ''] = rows;
    for (const name of [...settings, ...secrets]) expect(needs, id).toContain(`\`${name}\``);
    const wall = { definition, maxPoints: 1, holdDays: 0, share: [], ...fixtureOf(id) };
    const [, , , leavesOpen = ''] = proof.split('|');
    const said = CALL_PARTS.filter((part) => leavesOpen.includes(part));
    expect(said, id).toEqual(proofOf(wall).open);
    if (!needs.includes('=')) continue;
    // A header comes without being asked for.
    const proofs = postback.checks.flatMap(({ at }) => (at.in === 'param' ? at.name : []));
    for (const name of [...Object.values(postback.fields), ...proofs])
      expect(needs, id).toMatch(new RegExp(`[?&]${name}=`));
  }
});

test('the guide explains every verdict', async () => {
  const source = await readFile(
    new URL('../server/domain/earning/intake/postback-log.ts', import.meta.url),
    'utf8',
  );
  const verdicts = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map((match) => match[1]);
  expect(verdicts.length).toBeGreaterThan(10);
  for (const verdict of verdicts) expect(guide, verdict).toContain(`\`${verdict}\``);
});

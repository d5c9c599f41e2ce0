import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createMember, signIn } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-walls-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const WALLS_FILE = path.join(folder, 'walls.json');
const entry = {
  uses: 'rapidoreach',
  settings: { appId: 'app1' },
  secrets: { appKey: 'app-key', transactionKey: 'transaction-key' },
  acceptUnverified: true,
};
await writeFile(WALLS_FILE, JSON.stringify({ walls: [entry] }));

async function memberOf(site: TestServer) {
  const visitor = site.visitor();
  visitor.cookie = await signIn(site.database, await createMember(site.database));
  return visitor;
}

test('the uid of RapidoReach is the code of its wall, signed, and the one in its frame', async () => {
  const member = await memberOf(await startTestServer({ WALLS_FILE }));
  const { status, body } = await member.get('/api/rapidoreach/uid');
  const walls = (await member.get('/api/walls')).body;
  const { memberCode, embed } = walls.find((wall: { id: string }) => wall.id === 'rapidoreach');
  const checksum = createHash('md5').update(`${memberCode}-app1-app-key`).digest('hex');
  expect([status, body]).toEqual([200, { uid: `${memberCode}-app1-${checksum}` }]);
  expect(embed.url).toBe(`https://www.rapidoreach.com/ofw/?userId=${body.uid}`);
  expect((await member.get('/api/rapidoreach/uid')).body).toEqual(body);
});

test('a site without RapidoReach has no uid of it', async () => {
  const member = await memberOf(await startTestServer());
  const { status, body } = await member.get('/api/rapidoreach/uid');
  expect([status, body.code]).toEqual([409, 'wall_unavailable']);
});

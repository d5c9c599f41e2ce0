import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/index.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';

const site = await startTestServer();
const { database } = site;

/** A member's browser; `read` names the version that it has. */
async function someone(points: number) {
  const member = await createMember(database, { points });
  const cookie = await signIn(database, member);
  const read = async (path: string, version?: string) => {
    const headers = { Cookie: cookie, ...(version ? { 'If-None-Match': version } : {}) };
    const response = await fetch(site.url + path, { headers });
    return { response, version: response.headers.get('etag') ?? '', body: await response.text() };
  };
  return { id: member.id, read };
}

test('a caller that has the version gets 304 without a body, until something changes', async () => {
  const { id, read } = await someone(100);
  const first = await read('/api/user');
  expect(first.version).toMatch(/^"[\w-]{22}"$/);
  for (const had of [first.version, `W/${first.version}`, `"other", ${first.version}`]) {
    const again = await read('/api/user', had);
    expect([again.response.status, again.body, again.version]).toEqual([304, '', first.version]);
    // The browser goes on with the policy that it has kept.
    expect(again.response.headers.get('content-security-policy')).toBeNull();
    expect(again.response.headers.get('content-type')).toBeNull();
    expect(again.response.headers.get('x-request-id')).not.toBeNull();
  }
  await database.updateTable('users').set({ name: 'Renamed' }).where('id', '=', id).execute();
  const changed = await read('/api/user', first.version);
  expect(changed.response.status).toBe(200);
  expect(JSON.parse(changed.body)).toMatchObject({ name: 'Renamed' });
});

test('the version of another member leads to the own list', async () => {
  const [one, other] = [await someone(100), await someone(200)];
  const { version } = await one.read('/api/user');
  const { response, body } = await other.read('/api/user', version);
  expect([response.status, JSON.parse(body).id]).toEqual([200, other.id]);
});

test('browsers store nothing about a person, and who has signed out is refused whatever version they have', async () => {
  const { read } = await someone(100);
  const first = await read('/api/redemptions');
  expect(first.response.headers.get('cache-control')).toBe('no-store');
  expect((await read('/api/redemptions', first.version)).response.headers.get('cache-control')).toBe(
    'no-store',
  );
  const stranger = await fetch(`${site.url}/api/redemptions`, {
    headers: { 'If-None-Match': first.version },
  });
  expect(stranger.status).toBe(401);
});

test('the settings of the site are the same for all, and no session is looked up for them', async () => {
  const { read } = await someone(100);
  const own = await database.transaction().execute(async (tx) => {
    await sql`lock table sessions`.execute(tx);
    return read('/api/site');
  });
  const anyone = await fetch(`${site.url}/api/site`);
  expect(await anyone.text()).toBe(own.body);
  expect(own.response.headers.get('cache-control')).toBe('no-cache');
  expect((await read('/api/site', own.version)).response.status).toBe(304);
});

test('secrets have no version', () => {
  const secret = /\/(card|link|code|frame|challenge|key|uid)$/;
  const wrong = endpoints.filter(
    ({ method, path, versioned }) => versioned && (method !== 'GET' || secret.test(path)),
  );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

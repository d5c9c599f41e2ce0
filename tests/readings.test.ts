import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { verifyAuditTrail } from '#domain/administration/index.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';

/** Every reading by staff of a member's data leaves an entry in the audit trail, before the data is shown. */

const site = await startTestServer();
const { database } = site;
const member = await createMember(database);

const staff = async (staffRole: 'owner' | 'read_only' = 'owner') => {
  const { id } = await createMember(database, { isAdmin: true, staffRole });
  const visitor = Object.assign(site.visitor(), { id });
  visitor.cookie = await signIn(database, { id, isAdmin: true });
  return visitor;
};
const entriesOf = async (actor: string) =>
  (
    await sql<{ action: string; subjectKind: string; subjectId: string }>`
      select action, subject_kind, subject_id from audit_entries where actor = ${actor} order by id`.execute(
      database,
    )
  ).rows;

const READ: AnyEndpoint[] = endpoints.filter((one: AnyEndpoint) => one.recordsReadingOf);

test('every call that shows data of one member is marked, except the trail', () => {
  const ofMembers = endpoints
    .filter(({ method, path }: AnyEndpoint) => method === 'GET' && path.startsWith('/api/admin/users/{id}'))
    .filter((one: AnyEndpoint) => !one.recordsReadingOf);
  expect(ofMembers.map(({ path }: AnyEndpoint) => path)).toEqual(['/api/admin/users/{id}/audit']);
  expect(READ.every(({ access, method }) => access === 'admin' && method === 'GET')).toBe(true);
  expect(READ).toHaveLength(13);
});

test.each(READ.map((one): [string, AnyEndpoint] => [one.path, one]))(
  'reading %s leaves one entry, even if it is repeated or finds nothing',
  async (_, { path, recordsReadingOf: kind }) => {
    const reader = await staff();
    const id = kind === 'claim' ? randomUUID() : member.id;
    for (let time = 0; time < 3; time += 1) {
      expect([200, 404]).toContain(
        (await reader.get(path.replace('{id}', id).replace('{clickId}', randomUUID()))).status,
      );
    }
    const subjectId = path.includes('{id}') ? id : 'all';
    expect(await entriesOf(reader.id)).toEqual([{ action: `GET ${path}`, subjectKind: kind, subjectId }]);
  },
);

test('each reader leaves an entry for each member, and a refused reader leaves none', async () => {
  const [one, other] = [await staff(), await staff('read_only')];
  const somebody = await createMember(database);
  for (const reader of [one, other]) {
    for (const { id } of [member, somebody]) await reader.get(`/api/admin/users/${id}/transfers`);
    expect((await entriesOf(reader.id)).map(({ subjectId }) => subjectId)).toEqual([member.id, somebody.id]);
  }
  const visitor = site.visitor();
  visitor.cookie = await signIn(database, somebody);
  expect((await visitor.get(`/api/admin/users/${member.id}/transfers`)).status).toBe(403);
  expect((await one.get('/api/admin/users/nobody/transfers')).status).toBe(400);
  expect(await entriesOf(somebody.id)).toEqual([]);
  expect(await entriesOf(one.id)).toHaveLength(2);
  expect(await verifyAuditTrail(database)).toEqual([]);
});

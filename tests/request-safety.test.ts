import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { MEMBERS_CSV_PATH } from '#contract/members.values.ts';
import { EXPORT_PATH } from '#contract/settings.ts';
import { STATEMENT_CSV_PATH } from '#contract/statement.values.ts';
import { newAddress, PASSWORD, signUp } from '#testing/accounts.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';

const site = await startTestServer();

test.each([
  ['another site', { 'Sec-Fetch-Site': 'cross-site' }, 403, 'cross_site'],
  ['a sister site', { 'Sec-Fetch-Site': 'same-site' }, 403, 'cross_site'],
  ['an old browser at another site', { Origin: 'https://evil.example' }, 403, 'cross_site'],
  [
    'an old browser at a site whose name begins like ours',
    { Origin: `${site.url}.evil.example` },
    403,
    'cross_site',
  ],
  ['a sandboxed frame', { Origin: 'null' }, 403, 'cross_site'],
  ['a form', { 'Content-Type': 'text/plain' }, 415, 'json_required'],
])(
  '(12) a request from %s is refused, and the member is still signed in',
  async (_, headers, status, code) => {
    const { visitor, email } = await signUp(site);
    for (const path of ['/api/logout', '/api/login', '/api/register']) {
      const answer = await visitor.post(
        path,
        { username: email, password: PASSWORD },
        headers as Record<string, string>,
      );
      expect(answer).toMatchObject({ status, body: { code } });
    }
    expect((await visitor.get('/api/user')).status).toBe(200);
  },
);

test('(12) a request from the site itself passes', async () => {
  const { visitor, email } = await signUp(site);
  const body = { username: email, password: PASSWORD };
  const own: Record<string, string>[] = [
    { 'Sec-Fetch-Site': 'same-origin' },
    { 'Sec-Fetch-Site': 'none' },
    { Origin: site.url },
  ];
  for (const headers of own) {
    expect((await visitor.post('/api/login', body, headers)).status).toBe(200);
  }
});

test('(12) a link of another site downloads nothing, mails nothing, counts nothing and leaves no entry in the audit trail', async () => {
  const reader = site.visitor();
  const { id } = await createMember(site.database, { isAdmin: true });
  reader.cookie = await signIn(site.database, { id, isAdmin: true });
  const followed = async (headers: Record<string, string>) => {
    const answers: unknown[] = [];
    for (const path of [
      EXPORT_PATH,
      STATEMENT_CSV_PATH,
      MEMBERS_CSV_PATH,
      '/api/admin/exports/tasks.csv?from=2027-01-01&to=2027-01-31',
      '/api/admin/postbacks',
    ]) {
      const { status, body } = await reader.call('GET', path, undefined, headers);
      answers.push([status, body?.code]);
    }
    return answers;
  };
  const traces = async () => {
    const { rows } = await sql<{ notices: number; entries: number; counts: number }>`select
      (select count(*) from notices where user_id = ${id} and kind = 'data_exported')::integer as notices,
      (select count(*) from audit_entries where actor = ${id})::integer as entries,
      (select count(*) from rate_limits where key ~ '^(export|statement)_user:')::integer as counts`.execute(
      site.database,
    );
    return rows[0];
  };
  for (const where of ['cross-site', 'same-site']) {
    expect(await followed({ 'Sec-Fetch-Site': where })).toEqual(Array(5).fill([403, 'cross_site']));
    expect((await reader.call('GET', '/api/events', undefined, { 'Sec-Fetch-Site': where })).status).toBe(
      403,
    );
  }
  expect(await traces()).toEqual({ notices: 0, entries: 0, counts: 0 });
  expect(await followed({ 'Sec-Fetch-Site': 'same-origin' })).toEqual(Array(5).fill([200, undefined]));
  expect(await traces()).toEqual({ notices: 1, entries: 3, counts: 2 });
});

const ODD = [
  '\u0000',
  'a\u0000b',
  {},
  { length: 6 },
  [],
  ['a'],
  7,
  true,
  null,
  '',
  'x'.repeat(300),
  '\ud800',
];
const valid: Record<string, Record<string, unknown>> = {
  '/api/register': { email: 'odd@example.com', password: PASSWORD, name: 'Robin' },
  '/api/verify-email': { email: 'odd@example.com', code: '123456', password: PASSWORD, name: 'Robin' },
  '/api/resend-verification': { email: 'odd@example.com' },
  '/api/login': { username: 'odd@example.com', password: PASSWORD },
  '/api/forgot-password': { email: 'odd@example.com' },
  '/api/reset-password': { token: 'a'.repeat(43), newPassword: PASSWORD },
};

test.each(Object.keys(valid))(
  '(15) odd input to %s is refused as invalid and never causes a failure',
  async (path) => {
    const body = valid[path] ?? {};
    for (const field of Object.keys(body)) {
      for (const odd of [...ODD, undefined]) {
        const answer = await site.visitor().post(path, { ...body, email: newAddress(), [field]: odd });
        expect([200, 400, 401], `${field}: ${JSON.stringify(odd)} -> ${answer.status}`).toContain(
          answer.status,
        );
        if (typeof odd !== 'string')
          expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
      }
    }
    for (const odd of ['null', '[]', '7', '"text"', '{"email"', '']) {
      expect((await site.visitor().post(path, odd)).status).toBe(400);
    }
  },
);

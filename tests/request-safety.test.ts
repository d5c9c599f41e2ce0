import { expect, test } from 'vitest';
import { newAddress, PASSWORD, signUp } from '#testing/accounts.ts';
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

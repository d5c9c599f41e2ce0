import { describe, expect, test } from 'vitest';
import { KEY_SCOPES, type KeyScope } from '#contract/api-keys.values.ts';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import { ROLE_PERMISSIONS, STAFF_ROLES } from '#contract/staff.values.ts';
import { transactOn } from '#database/transaction.ts';
import { createKey } from '#domain/administration/index.ts';
import { VERSION } from '#server/version.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';

/** One loop over the contract: who may make each call, and from where. */

const server = await startTestServer();
const member = await createMember(server.database);
const staff = Object.fromEntries(
  await Promise.all(
    STAFF_ROLES.map(async (staffRole) => [
      staffRole,
      await createMember(server.database, { isAdmin: true, staffRole }),
    ]),
  ),
);
const admin = await createMember(server.database, { isAdmin: true });
const newAdmin = await createMember(server.database, { isAdmin: true });
await server.database
  .updateTable('users')
  .set({ totpEnabledAt: null })
  .where('id', '=', newAdmin.id)
  .execute();

const all: AnyEndpoint[] = [...endpoints];
const named = (list: AnyEndpoint[]) => list.map((e) => [`${e.method} ${e.path}`, e] as const);
const changing = all.filter((e) => e.method !== 'GET');

async function call(
  endpoint: AnyEndpoint,
  who: 'nobody' | { id: string; isAdmin: boolean },
  headers: Record<string, string> = {},
) {
  const visitor = server.visitor();
  if (who !== 'nobody') visitor.cookie = await signIn(server.database, who);
  const path = endpoint.path.replaceAll(/\{\w+\}/g, 'x');
  return visitor.call(endpoint.method, path, endpoint.method === 'GET' ? undefined : {}, headers);
}

const keys = new Map<string, string>();
/** A key of an admin, made once for these scopes. */
async function keyFor(scopes: readonly KeyScope[]): Promise<string> {
  const name = scopes.join(' ');
  const key =
    keys.get(name) ??
    (await transactOn(server.database)(
      async (tx) => (await createKey(tx, { name, scopes, days: 1, adminId: admin.id })).key,
    ));
  keys.set(name, key);
  return key;
}

async function callByKey(endpoint: AnyEndpoint, key: string) {
  const path = endpoint.path.replaceAll(/\{\w+\}/g, 'x');
  const body = endpoint.method === 'GET' ? undefined : {};
  return server.visitor().call(endpoint.method, path, body, { Authorization: `Bearer ${key}` });
}

describe('the contract', () => {
  test('names each call once', () => {
    const names = named(all).map(([name]) => name);
    expect(new Set(names).size).toBe(names.length);
  });

  test.each(named(all.filter((e) => e.access !== 'public')))(
    '(13) %s returns 401 without a session',
    async (_, endpoint) => {
      const answer = await call(endpoint, 'nobody');
      expect([answer.status, answer.body.code]).toEqual([401, 'not_signed_in']);
    },
  );

  test.each(named(all.filter((e) => e.access === 'admin')))(
    '(13) %s returns 403 to a member',
    async (_, endpoint) => {
      const answer = await call(endpoint, member);
      expect([answer.status, answer.body.code]).toEqual([403, 'not_admin']);
    },
  );

  test.each(named(all.filter((e) => e.access === 'admin')))(
    '(13) %s returns 403 to an admin without a second factor',
    async (_, endpoint) => {
      const answer = await call(endpoint, newAdmin);
      expect([answer.status, answer.body.code]).toEqual([403, 'two_factor_admin_required']);
    },
  );

  test.each(named(all.filter((e) => e.access === 'admin')))(
    '(13) %s is refused to every role without its permission',
    async (_, endpoint) => {
      expect(endpoint.permission).toBeDefined();
      for (const role of STAFF_ROLES) {
        if (endpoint.permission && ROLE_PERMISSIONS[role].includes(endpoint.permission)) continue;
        const answer = await call(endpoint, staff[role]);
        expect([answer.status, answer.body.code]).toEqual([403, 'not_permitted']);
      }
    },
  );

  test.each(named(all.filter((e) => e.access === 'admin')))(
    '%s is refused to an API key without its scope, and allowed to one with it',
    async (_, endpoint) => {
      const isIts = (scope: KeyScope) => scope === endpoint.permission;
      const without = await callByKey(endpoint, await keyFor(KEY_SCOPES.filter((scope) => !isIts(scope))));
      expect([without.status, without.body.code]).toEqual([403, 'scope_missing']);
      if (!KEY_SCOPES.some(isIts)) return;
      const answer = await callByKey(endpoint, await keyFor(KEY_SCOPES.filter(isIts)));
      expect([401, 403, 405, 500]).not.toContain(answer.status);
    },
  );

  test.each(named(all))('%s is allowed to those it is meant for', async (_, endpoint) => {
    // Each call has its own member, because one of the calls deletes the account.
    const isAdmin = endpoint.access === 'admin';
    const answer = await call(endpoint, await createMember(server.database, { isAdmin }));
    expect([401, 403, 405, 500]).not.toContain(answer.status);
    if (!endpoint.path.includes('{')) expect(answer.status).not.toBe(404);
  });

  test.each(named(all.filter((e) => e.access !== 'public' && e.method === 'GET')))(
    '%s refuses a link of another site',
    async (_, endpoint) => {
      for (const site of ['cross-site', 'same-site']) {
        const answer = await call(endpoint, admin, { 'Sec-Fetch-Site': site });
        expect([answer.status, answer.body.code]).toEqual([403, 'cross_site']);
      }
    },
  );

  test.each(named(changing))('%s refuses another site, an opaque origin and a form', async (_, endpoint) => {
    const crossSite = await call(endpoint, admin, { 'Sec-Fetch-Site': 'cross-site' });
    expect([crossSite.status, crossSite.body.code]).toEqual([403, 'cross_site']);
    const sameSite = await call(endpoint, admin, { 'Sec-Fetch-Site': 'same-site' });
    expect(sameSite.body.code).toBe('cross_site');
    const opaque = await call(endpoint, admin, { Origin: 'null' });
    expect(opaque.body.code).toBe('cross_site');
    if (!endpoint.body) return;
    const form = await call(endpoint, admin, { 'Content-Type': 'text/plain' });
    expect([form.status, form.body.code]).toEqual([415, 'json_required']);
  });
});

describe('every response', () => {
  test('has the security headers and a request id', async () => {
    const { headers } = await server.visitor().get('/api/site');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    const page = await server.visitor().get('/api/docs');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(page.headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('to an unknown call is a JSON error', async () => {
    const { status, body } = await server.visitor().get('/api/nothing-here');
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  test('to a body over the limit is 413, to broken JSON 400', async () => {
    const visitor = server.visitor();
    const large = await visitor.post('/api/login', {
      username: 'a@example.com',
      password: 'x'.repeat(70_000),
    });
    expect([large.status, large.body.code]).toEqual([413, 'body_too_large']);
    const response = await fetch(`${server.url}/api/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"username":',
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      400,
      'invalid_json',
    ]);
  });

  test('of the health calls says whether the process runs and can serve', async () => {
    expect(await (await fetch(`${server.url}/healthz`)).text()).toBe(`ok ${VERSION}`);
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).text()).toBe('ready');
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain('http_request_seconds');
  });

  test('lists every call in the OpenAPI document and on its page', async () => {
    const document = (await (await fetch(`${server.url}/api/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const page = await (await fetch(`${server.url}/api/docs`)).text();
    expect(page).not.toMatch(/<script|\son\w+=/);
    for (const endpoint of all) {
      expect(Object.keys(document.paths[endpoint.path] ?? {})).toContain(endpoint.method.toLowerCase());
      expect(page).toContain(endpoint.path);
    }
  });
});

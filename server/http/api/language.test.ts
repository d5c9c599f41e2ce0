import { expect, test } from 'vitest';
import { mailedCode, newAddress, PASSWORD } from '#testing/accounts.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';

const site = await startTestServer();

async function signUp(headers: Record<string, string>): Promise<string> {
  const visitor = site.visitor();
  const email = newAddress();
  const account = { email, password: PASSWORD, name: 'Robin' };
  expect((await visitor.post('/api/register', account, headers)).status).toBe(200);
  const code = await mailedCode(site, email);
  const verified = await visitor.post('/api/verify-email', { ...account, code }, headers);
  expect(verified.status).toBe(200);
  return verified.body.user.language;
}

test('an account uses the language of the browser that made it, unless the member saved a choice', async () => {
  expect(await signUp({ 'Accept-Language': 'xx, pt-BR;q=0.9, en;q=0.5' })).toBe('pt');
  expect(await signUp({ 'Accept-Language': 'pt-BR', Cookie: 'language=ur' })).toBe('ur');
  expect(await signUp({ Cookie: 'language=<script>' })).toBe('en');
});

test('a member can change the language, but only to one that exists', async () => {
  const member = await createMember(site.database);
  const visitor = site.visitor();
  visitor.cookie = await signIn(site.database, member);
  expect((await visitor.call('PUT', '/api/user/language', { language: 'fil' })).status).toBe(200);
  expect((await visitor.get('/api/user')).body.language).toBe('fil');
  expect((await visitor.call('PUT', '/api/user/language', { language: 'xx' })).status).toBe(400);
  expect((await visitor.get('/api/user')).body.language).toBe('fil');
});

import { register } from '@prometheus-io/client';
import { expect, test } from 'vitest';
import { mailedCode, mailedToken, newAddress, PASSWORD, signUp } from '#testing/accounts.ts';
import { startRangeService } from '#testing/breached-passwords.ts';
import { patientCalls } from '#testing/patient-calls.ts';
import { startTestServer } from '#testing/server.ts';

/** Passwords that a service knows from breaches, wherever one is chosen. */

const BREACHED = 'sunny afternoon in 1987';
patientCalls();
const service = await startRangeService(BREACHED);
const site = await startTestServer({ BREACHED_PASSWORDS_URL: service.address });
const refused = { status: 400, body: { code: 'password_breached' } };
const checks = async (result: string) => {
  const metric = await register.getSingleMetric('breached_password_checks_total')?.get();
  return metric?.values.find(({ labels }) => labels.result === result)?.value ?? 0;
};

test('(14) a breached password is refused at sign-up, confirmation, reset and change', async () => {
  const input = { email: newAddress(), password: BREACHED, name: 'Robin' };
  expect(await site.visitor().post('/api/register', input)).toMatchObject(refused);
  expect(await site.visitor().post('/api/verify-email', { ...input, code: '123456' })).toMatchObject(refused);

  const { visitor, email } = await signUp(site);
  const change = { currentPassword: PASSWORD, newPassword: BREACHED };
  expect(await visitor.call('PATCH', '/api/user/profile', change)).toMatchObject(refused);

  await site.visitor().post('/api/forgot-password', { email });
  const token = await mailedToken(site, email);
  const reset = (newPassword: string) => site.visitor().post('/api/reset-password', { token, newPassword });
  expect(await reset(BREACHED)).toMatchObject(refused);
  // The link stays valid for a better one.
  expect((await reset(`${PASSWORD} and staple`)).status).toBe(200);
});

test('(14) a new password is looked up only with the right current one', async () => {
  const { visitor } = await signUp(site);
  const before = service.asked.length;
  const change = { currentPassword: 'a wrong one', newPassword: BREACHED };
  expect((await visitor.call('PATCH', '/api/user/profile', change)).body.code).toBe('wrong_password');
  expect(service.asked.length).toBe(before);
});

test('(14) a sign-up goes on while the service is silent, and that is counted', async () => {
  service.behave((request) => void request.socket.destroy());
  const before = await checks('unknown');
  const input = { email: newAddress(), password: BREACHED, name: 'Robin' };
  expect((await site.visitor().post('/api/register', input)).status).toBe(200);
  const code = await mailedCode(site, input.email);
  expect((await site.visitor().post('/api/verify-email', { ...input, code })).status).toBe(200);
  expect(await checks('unknown')).toBe(before + 2);
  service.behave(undefined);
});

test('(14) one address cannot make the site ask without end', async () => {
  const visitor = site.visitor();
  const ask = () => visitor.post('/api/register', { email: newAddress(), password: BREACHED, name: 'Robin' });
  const before = service.asked.length;
  const answers = [];
  for (let n = 0; n < 310; n += 1) answers.push((await ask()).body.code);
  expect(service.asked.length - before).toBe(300);
  expect(answers.slice(-10)).toEqual(Array(10).fill('too_many_requests'));
});

test('a site without the service asks nobody', async () => {
  const plain = await startTestServer();
  const before = service.asked.length;
  const input = { email: newAddress(), password: BREACHED, name: 'Robin' };
  expect((await plain.visitor().post('/api/register', input)).status).toBe(200);
  expect(service.asked.length).toBe(before);
});

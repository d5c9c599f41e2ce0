import pino from 'pino';
import { expect, test } from 'vitest';
import { startTestServer } from '#testing/server.ts';

const lines: string[] = [];
const site = await startTestServer(
  { SENTRY_DSN: 'https://key@errors.example/42', SENTRY_SAMPLE_RATE: '0.5' },
  { log: pino({ level: 'error' }, { write: (line: string) => lines.push(line) }) },
);
const fault = {
  id: '01abcdef',
  name: 'TypeError',
  message: 'robin@example.com cannot be read, nor 4242424242424242',
  stack: `at f (https://rewards.example/assets/app-1.js?token=secret:1:2) ${'x'.repeat(40)}`,
  path: '/reset-password',
};

test('a fault in a browser is logged under its id, without anything about a person', async () => {
  expect((await site.visitor().post('/api/client-errors', fault)).status).toBe(200);
  const reports = lines.map((line) => JSON.parse(line)).filter(({ report }) => report !== undefined);
  expect(reports).toMatchObject([
    {
      report: '01abcdef',
      name: 'TypeError',
      message: '[removed] cannot be read, nor [removed]',
      stack: 'at f (https://rewards.example/assets/app-1.js[removed]:1:2) [removed]',
      path: '/reset-password',
    },
  ]);
});

test('reports that are too long, or too many from one address, are refused', async () => {
  const visitor = site.visitor();
  expect((await visitor.post('/api/client-errors', { ...fault, stack: 'x'.repeat(4_001) })).status).toBe(400);
  expect((await visitor.post('/api/client-errors', { ...fault, id: '<script>' })).status).toBe(400);
  for (let sent = 0; sent < 20; sent += 1) await visitor.post('/api/client-errors', fault);
  expect((await visitor.post('/api/client-errors', fault)).status).toBe(429);
});

test('the browser may send to the error service only if one is configured', async () => {
  const visitor = site.visitor();
  const answer = await visitor.get('/api/site');
  expect(answer.body.errorService).toEqual({ dsn: 'https://key@errors.example/42', sampleRate: 0.5 });
  const policyOf = async (someone: typeof visitor) =>
    (await someone.get('/api/docs')).headers.get('content-security-policy');
  expect(await policyOf(visitor)).toMatch(/connect-src [^;]*https:\/\/errors\.example/);
  const plain = (await startTestServer()).visitor();
  expect((await plain.get('/api/site')).body.errorService).toBeNull();
  expect(await policyOf(plain)).toMatch(/connect-src 'self'(;|$)/);
});

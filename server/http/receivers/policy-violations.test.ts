import { register } from '@prometheus-io/client';
import pino from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { startTestServer } from '#testing/server.ts';

const lines: string[] = [];
const site = await startTestServer(
  {},
  { log: pino({ level: 'warn' }, { write: (line: string) => lines.push(line) }) },
);
beforeEach(() => {
  lines.length = 0;
});
const PATH = '/api/policy-violations';
const REPORT_URI = { 'Content-Type': 'application/csp-report' };
const REPORT_TO = { 'Content-Type': 'application/reports+json' };
const said = () => lines.map((line) => JSON.parse(line)).filter(({ directive }) => directive !== undefined);

const legacy = (more: object = {}) => ({
  'csp-report': {
    'document-uri': `${site.url}/reset-password?token=secret`,
    'blocked-uri': 'https://evil.example/steal?who=robin@example.com',
    'effective-directive': 'img-src',
    'original-policy': 'x'.repeat(1_000),
    referrer: 'https://rewards.example/robin',
    'script-sample': 'password=hunter2',
    ...more,
  },
});
const modern = (more: object = {}) => [
  {
    type: 'csp-violation',
    age: 7,
    url: `${site.url}/task`,
    user_agent: 'Firefox of Robin',
    body: {
      documentURL: `${site.url}/admin/members/0192aaaa-bbbb-7ccc-8ddd-eeeeffff0000`,
      blockedURL: 'inline',
      effectiveDirective: 'script-src-elem',
      sample: 'password=hunter2',
      ...more,
    },
  },
];

test('both forms of browsers are logged by directive, refused origin and page, and by nothing else', async () => {
  expect((await site.visitor().post(PATH, legacy(), REPORT_URI)).status).toBe(204);
  expect((await site.visitor().post(PATH, modern(), REPORT_TO)).status).toBe(204);
  const own = said().map(({ level, time, ...fields }) => fields);
  const msg = 'content security policy violated';
  expect(own).toEqual([
    expect.objectContaining({
      directive: 'img-src',
      blocked: 'https://evil.example',
      page: '/reset-password',
      msg,
    }),
    expect.objectContaining({
      directive: 'script-src-elem',
      blocked: 'inline',
      page: '/admin/members/[removed]',
      msg,
    }),
  ]);
  expect(lines.join()).not.toMatch(/secret|robin|hunter2|Firefox|0192aaaa/i);
  const metric = await register.getSingleMetric('policy_violations_total')?.get();
  expect(metric?.values.map(({ labels }) => labels.directive)).toEqual(['img-src', 'script-src-elem']);
});

test.each([
  ['an extension that loads', legacy({ 'blocked-uri': 'moz-extension://0192/x.js' })],
  ['an extension by its word alone', legacy({ 'blocked-uri': 'chrome-extension' })],
  ['an extension that runs', modern({ sourceFile: 'chrome-extension://abc/inject.js' })],
  ['a page of somebody else', legacy({ 'document-uri': 'https://evil.example/' })],
  ['a directive of their own', modern({ effectiveDirective: 'a-label-of-mine' })],
])('a report of %s is taken and says nothing', async (_, report) => {
  const headers = Array.isArray(report) ? REPORT_TO : REPORT_URI;
  expect((await site.visitor().post(PATH, report, headers)).status).toBe(204);
  expect(said()).toEqual([]);
});

test.each([
  ['no JSON', 'x'],
  ['another type of report', JSON.stringify([{ type: 'crash', body: {} }])],
  ['a field that is no text', JSON.stringify(legacy({ 'blocked-uri': { a: 1 } }))],
  ['eleven reports', JSON.stringify(Array.from({ length: 11 }, () => modern()[0]))],
  ['more than 16 KiB', JSON.stringify(legacy({ referrer: 'x'.repeat(17_000) }))],
  ['a prototype', '{"__proto__":{"csp-report":{}}}'],
])('%s is refused', async (_, body) => {
  expect((await site.visitor().post(PATH, body, REPORT_TO)).status).toBe(400);
  expect(said()).toEqual([]);
});

test('one address cannot fill the log', async () => {
  const visitor = site.visitor();
  for (let sent = 0; sent < 20; sent += 1) await visitor.post(PATH, legacy(), REPORT_URI);
  expect((await visitor.post(PATH, legacy(), REPORT_URI)).status).toBe(429);
  expect(said()).toHaveLength(20);
});

test('every page says where its violations go', async () => {
  const { headers } = await site.visitor().get('/api/docs');
  expect(headers.get('reporting-endpoints')).toBe(`violations="${site.url}${PATH}"`);
  expect(headers.get('content-security-policy')).toMatch(
    /; report-uri \/api\/policy-violations; report-to violations(;|$)/,
  );
});

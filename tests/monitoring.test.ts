import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { register } from '@prometheus-io/client';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { testWith } from '#testing/programs.ts';
import { startTestServer } from '#testing/server.ts';
import '#server/log.ts';

/** What operators are given to watch a site fits the site: every query asks for metrics that exist, every alert has a line. */

await startTestServer({ ROLES: 'web' });
const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Rule {
  alert: string;
  expr: string;
}
const rules: Rule[] = parse(read('deploy/monitoring/alerts.yml')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);
interface Panel {
  title: string;
  targets?: { expr: string }[];
}
const panels: Panel[] = JSON.parse(read('deploy/monitoring/dashboard.json')).panels;

/** Labels that Prometheus adds, and that of the buckets of a histogram. */
const ADDED = ['job', 'instance', 'le'];
/** Words of PromQL that stand where a metric could. */
const WORDS = ['by', 'on', 'and', 'or', 'unless', 'offset', 'bool', 'ignoring', 'without'];

/** The metric of a name in a query, whose histograms have three names. */
function metricOf(name: string): { labelNames: string[] } | undefined {
  if (name === 'up') return { labelNames: [] };
  const found =
    register.getSingleMetric(name) ?? register.getSingleMetric(name.replace(/_(?:bucket|sum|count)$/, ''));
  return found as unknown as { labelNames: string[] } | undefined;
}

/** What is wrong with a query. */
function faultsOf(expr: string): string[] {
  const faults: string[] = [];
  const labels = new Set(ADDED);
  const bare = expr
    .replaceAll(/\$__\w+/g, '1m')
    .replaceAll(/\[\w+\]|\boffset \w+/g, ' ')
    .replaceAll(/\b(?:by|on) ?\([^)]*\)/g, ' ');
  const selectors = [...bare.matchAll(/\b([a-z_]\w*)\b(?!\s*\()(?:\{([^}]*)\})?/g)].filter(
    ([, name = '', inner], index, all) =>
      !WORDS.includes(name) && (inner !== undefined || !isInside(bare, all[index]?.index ?? 0)),
  );
  for (const [, name = '', inner = ''] of selectors) {
    const metric = metricOf(name);
    if (!metric) faults.push(`no metric ${name}`);
    for (const label of metric?.labelNames ?? []) labels.add(label);
    for (const [, label = ''] of inner.matchAll(/(\w+)\s*(?:=|!)/g))
      if (!ADDED.includes(label) && !metric?.labelNames.includes(label))
        faults.push(`${name} has no label ${label}`);
  }
  if (selectors.length === 0) faults.push('asks for nothing');
  for (const [, list = ''] of expr.matchAll(/\b(?:by|on) ?\(([^)]*)\)/g))
    for (const label of list
      .split(',')
      .map((text) => text.trim())
      .filter(Boolean))
      if (!labels.has(label)) faults.push(`no label ${label}`);
  return faults;
}

/** Whether a place in a query is within the braces of a selector. */
const isInside = (text: string, at: number) => text.lastIndexOf('{', at) > text.lastIndexOf('}', at);

test('no alert is answered by a pause of what a pause does not end', () => {
  const [row = ''] = read('docs/monitoring.md').match(/^\| `PointsOwedJump` .+$/m) ?? [];
  expect(row).not.toMatch(/\bPause it\b/i);
  expect(row).toContain('](walls.md#when-a-wall-is-unlike-itself)');
  expect(read('docs/monitoring.md')).not.toContain('pause the payout providers');
});

test('a query with a metric or a label that does not exist is found', () => {
  expect(faultsOf('sum by (status) (rate(http_request_seconds_count{status=~"5.."}[5m]))')).toEqual([]);
  expect(faultsOf('max(members) > 1 and on() max(no_such_metric)')).toEqual(['no metric no_such_metric']);
  expect(faultsOf('rate(http_request_seconds_count{colour="red"}[5m])')).toEqual([
    'http_request_seconds_count has no label colour',
  ]);
  expect(faultsOf('max by (colour) (members)')).toEqual(['no label colour']);
});

test.each(rules.map(({ alert, expr }) => [alert, expr]))(
  'alert %s asks for metrics that exist',
  (_, expr) => {
    expect(faultsOf(expr)).toEqual([]);
  },
);

test('every panel of the dashboard asks for metrics that exist', () => {
  const queries = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
  expect(queries.length).toBeGreaterThan(40);
  const wrong = queries.flatMap(({ title, expr }) => faultsOf(expr).map((fault) => `${title}: ${fault}`));
  expect(wrong).toEqual([]);
});

test('the documentation says what every alert means and what to do, and of no other', () => {
  const rows = [...read('docs/monitoring.md').matchAll(/^\| `(\w+)` \| (.+) \| (.{10,}) \|$/gm)];
  expect(rows.map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert));
});

test('every alert is tested, when it fires and when it stays quiet', () => {
  const { tests } = parse(read('deploy/monitoring/alerts.test.yml'));
  const names = tests.map(({ name }: { name: string }) => name);
  expect(names).toEqual(rules.flatMap(({ alert }) => [`${alert} fires`, `${alert} stays quiet`]));
});

testWith('promtool', 'alerts fire when they should', {}, async (program) => {
  const folder = path.join(root, 'deploy/monitoring');
  const { stdout } = await promisify(execFile)(program, ['test', 'rules', 'alerts.test.yml'], {
    cwd: folder,
  });
  expect(stdout).toContain('SUCCESS');
});

testWith('promtool', 'Prometheus takes its configuration', {}, async (program) => {
  const folder = path.join(root, 'deploy/monitoring');
  // The token is a file of the operator.
  const { stdout } = await promisify(execFile)(
    program,
    ['check', 'config', '--syntax-only', 'prometheus.yml'],
    {
      cwd: folder,
    },
  );
  expect(stdout).toContain('SUCCESS');
});

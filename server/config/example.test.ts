import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig, SETTINGS } from './config.ts';

/** `.env.example` is what operators know of the settings. A line `#NAME=` gives a setting that is not set. */

const text = readFileSync(path.resolve(import.meta.dirname, '../../.env.example'), 'utf8');
const lines = [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => ({
  name,
  value,
}));

test('.env.example has every setting once, and nothing that is no setting', () => {
  expect(lines.map(({ name }) => name).toSorted()).toEqual([...SETTINGS].sort());
});

test('every value in .env.example is right, and nothing is asked for but what is empty there', () => {
  const empty = lines.filter(({ value }) => value === '').map(({ name }) => name);
  const faults = faultsOf(Object.fromEntries(lines.map(({ name, value }) => [name, value])));
  expect(faults).toContain('APP_SECRET');
  expect(faults.filter((name) => !empty.includes(name))).toEqual([]);
});

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.faults.map((fault) => fault.slice(0, fault.indexOf(':')));
  }
}

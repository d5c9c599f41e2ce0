import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { openApi } from './openapi.ts';

/** The OpenAPI document under the rules that tools for it recommend. */

const document = openApi('Pocketful', 'https://rewards.example');

const byRedocly = async (given: object) => {
  const config = await createConfig({ extends: ['recommended'] });
  const source = JSON.stringify(given, null, 1);
  const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' });
  return problems.map(({ ruleId, message, location }) => `${ruleId} at ${location[0]?.pointer}: ${message}`);
};
const bySpectral = async (given: object) => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas as never, 'recommended']] });
  return (await linter.run(given as never)).map(
    ({ code, message, path }) => `${code} at ${path.join('.')}: ${message}`,
  );
};

test('the document is clean under the recommended rules of Redocly', async () => {
  expect(await byRedocly(document)).toEqual([]);
});

test('the document is clean under the recommended rules of Spectral for OpenAPI', async () => {
  expect(await bySpectral(document)).toEqual([]);
});

test('both would find a fault', async () => {
  const { summary: _, ...call } = document.paths['/api/site']?.get ?? {};
  const faulty = {
    ...document,
    tags: [],
    paths: { '/api/site': { get: { ...call, description: '', responses: {} } } },
  };
  expect((await byRedocly(faulty)).join('\n')).toContain('operation-summary');
  expect((await bySpectral(faulty)).join('\n')).toContain('operation-tag-defined');
});

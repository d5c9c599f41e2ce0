import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { deriveKey, openSecret } from './secret.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-secret-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

test('without a given secret, a random one is made once, readable by its owner only', async () => {
  const at = path.join(folder, 'new');
  const secrets = await Promise.all(Array.from({ length: 4 }, () => openSecret(undefined, at)));
  expect(new Set(secrets).size).toBe(1);
  expect(Buffer.from(secrets[0] ?? '', 'base64url')).toHaveLength(32);
  expect((await stat(path.join(at, 'secret'))).mode & 0o077).toBe(0);
  expect(await openSecret('of the operator', at)).toBe('of the operator');
});

test('keys of different purposes differ', () => {
  expect(deriveKey('secret', 'codes')).toHaveLength(32);
  expect(deriveKey('secret', 'codes')).toEqual(deriveKey('secret', 'codes'));
  expect(deriveKey('secret', 'codes')).not.toEqual(deriveKey('secret', 'limits'));
  expect(deriveKey('secret', 'codes')).not.toEqual(deriveKey('other', 'codes'));
});

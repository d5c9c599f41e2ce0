import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'pocketful-generated-'));
beforeAll(() => {
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'generate.ts'), folder]);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['schema.sql', 'types.ts', 'migrations/checksums'])(
  'database/%s is what the migrations make (npm run generate)',
  (file) => {
    const committed = readFileSync(path.join(import.meta.dirname, file), 'utf8');
    expect(committed).toBe(readFileSync(path.join(folder, file), 'utf8'));
  },
);

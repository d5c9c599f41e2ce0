import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled, pinnedNode } from './setup.js';

/**
 * `npm test`: everything, from format to browser; `npm run check`: the half that needs no built web app. Ends with the
 * line `N passed, N failed`. What it prints depends on the code alone, not on the machine.
 */

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const countsFile = path.join(root, '.build', 'counts.json');
const fast = process.argv.includes('--fast');
let [passed, failed] = [0, 0];

await ensureInstalled();
await check('format and lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']);
await check('types of the server', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.server.json']);
await check('types of the browser', 'node_modules/typescript/bin/tsc', ['-p', 'tsconfig.web.json']);
await suite('vitest.config.ts');
if (!fast) {
  await ensureBuilt();
  await suite('e2e/vitest.config.ts');
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function check(name, script, args) {
  const { code, output } = await run(script, args, 'pipe');
  if (code === 0) passed += 1;
  else failed += 1;
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (code !== 0) console.log(output);
}

async function suite(config) {
  mkdirSync(path.dirname(countsFile), { recursive: true });
  rmSync(countsFile, { force: true });
  const args = ['run', '--config', config, '--root', '.', '--reporter', './testing/reporter.ts'];
  const { code } = await run('node_modules/vitest/vitest.mjs', args, 'inherit');
  const counts = existsSync(countsFile)
    ? JSON.parse(readFileSync(countsFile, 'utf8'))
    : { passed: 0, failed: 0 };
  passed += counts.passed;
  failed += counts.failed;
  // A run that broke before or after its tests has failed even if no test did.
  if (code !== 0 && counts.failed === 0) failed += 1;
}

function run(script, args, stdio) {
  return new Promise((resolve) => {
    const child = spawn(pinnedNode, [path.join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', stdio, stdio],
      env: { ...process.env, COUNTS_FILE: countsFile, NO_COLOR: '1', FORCE_COLOR: undefined },
    });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => child.kill(signal));
    child.on('error', (error) => resolve({ code: 1, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled, pinnedNode } from './setup.js';

/**
 * `npm test`: all checks and tests; `npm run check`: the part that needs no built web app. Ends with every failure
 * and the line `N passed, N failed`. The output depends only on the code, not on the machine.
 */

/** Lines shown of a failure; many tools cut long logs in the middle. */
const FAILURE_LINES_MAX = 60;
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const build = path.join(root, '.build');
const resultsFile = path.join(build, 'results.json');
const fast = process.argv.includes('--fast');
const failures = [];
let [passed, failed] = [0, 0];

await ensureInstalled();
// Its usual four checkers would each work out the types of the contract for themselves: three times the work.
const types = (program) => ['-p', `tsconfig.${program}.json`, '--checkers', '1'];
const checks = [
  check('format and lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '--colors=off', '.']),
  check('types of the server', 'node_modules/typescript/bin/tsc', types('server')),
  check('types of the browser', 'node_modules/typescript/bin/tsc', types('web')),
];
if (!fast) await ensureBuilt();
for (const { name, code, output } of await Promise.all(checks)) {
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  if (code === 0) passed += 1;
  else fail(`${name}\n${output}`);
}
await tests();
for (const failure of failures) console.log(`\n${shortened(failure)}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function check(name, script, args) {
  return { name, ...(await run(script, args, 'pipe')) };
}

async function tests() {
  mkdirSync(build, { recursive: true });
  rmSync(resultsFile, { force: true });
  const args = [
    'run',
    '--reporter',
    './testing/reporter.ts',
    ...(fast ? ['--project', '!e2e', '--project', '!faults'] : []),
  ];
  const { code } = await run('node_modules/vitest/vitest.mjs', args, 'inherit');
  const results = existsSync(resultsFile)
    ? JSON.parse(readFileSync(resultsFile, 'utf8'))
    : { passed: 0, failed: 0, failures: [] };
  passed += results.passed;
  failed += results.failed;
  failures.push(...results.failures);
  // A run that broke before or after its tests has failed even if no test did.
  if (code !== 0 && results.failed === 0) fail(`The run of the tests ended with ${code}.`);
}

function fail(failure) {
  failed += 1;
  failures.push(failure);
}

function shortened(text) {
  const lines = text.trimEnd().split('\n');
  const rest = lines.length - FAILURE_LINES_MAX;
  return rest <= 0 ? text : [...lines.slice(0, FAILURE_LINES_MAX), `... ${rest} more lines`].join('\n');
}

function run(script, args, stdio) {
  return new Promise((resolve) => {
    const child = spawn(pinnedNode, [path.join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', stdio, stdio],
      env: {
        ...process.env,
        RESULTS_FILE: resultsFile,
        // Hundreds of processes read the same files.
        NODE_COMPILE_CACHE: path.join(build, 'compile-cache'),
        NO_COLOR: '1',
        FORCE_COLOR: undefined,
      },
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

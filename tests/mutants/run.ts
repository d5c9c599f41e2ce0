import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startTemporary } from '#database/embedded.ts';
import { migrate } from '#database/migrate.ts';
import { goneReasons, operatorMutants } from './operators.ts';
import { faultsOf, type Mutant, mutated, readMutants } from './read.ts';

/**
 * `npm run mutants [-- <area>|<area>/<name>|survivors ...]`: puts one mutant at a time into a copy of the project, runs its
 * tests until one fails, and says which of them nobody noticed. Results are kept in RESULTS, so that a run goes on where
 * an earlier one stopped; mutants named by themselves run again, `survivors` all that survived. They run in the order in which
 * they are asked for. Ends with 1 if one survived without a reason.
 */

interface Results {
  mutants: Record<string, Result>;
  /** Test files that pass without a mutant, with the digest of the project in which they did. */
  sound: Record<string, string>;
}

interface Result {
  /** Of the mutant as it was tried. */
  digest: string;
  /** `time`: the tests did not end, which a person would have noticed too. */
  outcome: 'killed' | 'time' | 'survived';
  /** The test that failed first. */
  by: string;
}

/** A run of tests that takes longer hangs. */
const TIME_MAX_MS = 120_000;
/** Tests wait for their database most of the time. */
const AT_ONCE = 3;
const ROOT = path.resolve(import.meta.dirname, '../..');
/** Kept between runs, so that what was transformed there once need not be again. */
const COPIES = path.join(ROOT, '.build/mutants');
const RESULTS = path.join(ROOT, '.build/mutants.json');
const MIGRATIONS = 'database/migrations/';
const MEMORY = '/dev/shm';

const running = new Set<ChildProcess>();
let ending = false;
const results: Results = existsSync(RESULTS)
  ? JSON.parse(readFileSync(RESULTS, 'utf8'))
  : { mutants: {}, sound: {} };

const all = [...readMutants(), ...operatorMutants()];
const asked = process.argv.slice(2);
requireSound(all);
const folder = await mkdtemp(path.join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'pocketful-mutants-'));
process.env.TMPDIR = folder;
// The database's own user enters it.
await chmod(folder, 0o755);
const cluster = await startTemporary();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(1));
await migrate(cluster.url);
const project = readProject();
const waiting = asked.length === 0 ? all.filter((mutant) => !resultOf(mutant)) : inOrder(asked);
const soundness = new Map<string, Promise<string | undefined>>();
let faults = 0;
try {
  await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => work(path.join(COPIES, String(n)))));
  report();
} catch (error) {
  faults += 1;
  console.error(error);
}
const isUnexplained = (mutant: Mutant) => !mutant.left && resultOf(mutant)?.outcome === 'survived';
const unexplained = all.filter(isUnexplained);
await end(faults + unexplained.length > 0 ? 1 : 0);

/** The mutants that are asked for by these names, in their order. */
function inOrder(names: readonly string[]): Mutant[] {
  const chosen = names.flatMap((name) => all.filter((mutant) => isChosen(mutant, name)));
  return [...new Set(chosen)];
}

function isChosen(mutant: Mutant, name: string): boolean {
  const known = resultOf(mutant);
  if (name === 'survivors') return known?.outcome === 'survived';
  return mutant.id === name || (!known && mutant.id.startsWith(`${name}/`));
}

/** The result of the mutant as it is now. */
function resultOf(mutant: Mutant): Result | undefined {
  const known = results.mutants[mutant.id];
  return known?.digest === digestOf(mutant) ? known : undefined;
}

function digestOf({ file, find, put }: Mutant): string {
  return shortHash(JSON.stringify([file, find, put]));
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** Ends with all names of no mutant, and all mutants that cannot be tried: see `faultsOf`. */
function requireSound(mutants: readonly Mutant[]): void {
  const faults = mutants.flatMap(faultsOf);
  const twice = mutants.filter(({ id }, n) => mutants.findIndex((other) => other.id === id) !== n);
  faults.push(...twice.map(({ id }) => `${id}: another one has this name`));
  const isName = (name: string) => mutants.some(({ id }) => id === name || id.startsWith(`${name}/`));
  faults.push(...goneReasons(mutants));
  const unknown = asked.filter((name) => name !== 'survivors' && !isName(name));
  faults.push(...unknown.map((name) => `${name}: no area and no mutant has this name`));
  if (faults.length === 0) return;
  console.error(faults.join('\n'));
  process.exit(1);
}

/** The files of the project as they are now, and a digest of them all. */
function readProject(): { names: string[]; digest: string } {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  });
  const names = listed
    .toString()
    .split('\0')
    .filter((name) => name && existsSync(path.join(ROOT, name)));
  const digest = createHash('sha256');
  for (const name of names) digest.update(name).update(readFileSync(path.join(ROOT, name)));
  return { names, digest: digest.digest('hex').slice(0, 16) };
}

/** Tries mutants in a copy of the project until none waits. */
async function work(copy: string): Promise<void> {
  await rm(copy, { recursive: true, force: true });
  for (const name of project.names) await cp(path.join(ROOT, name), path.join(copy, name));
  await symlink(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
    const fault = await faultOf(copy, mutant.tests);
    if (fault === undefined) await tryOut(copy, mutant);
    else {
      faults += 1;
      console.log(`not tried ${mutant.id}, as without it fails: ${fault}`);
    }
  }
}

async function tryOut(copy: string, mutant: Mutant): Promise<void> {
  const began = performance.now();
  const place = path.join(copy, mutant.file);
  const text = readFileSync(place, 'utf8');
  await writeFile(place, mutated(mutant, text));
  const result = await run(copy, mutant.tests, mutant.file.startsWith(MIGRATIONS));
  await writeFile(place, text);
  results.mutants[mutant.id] = { digest: digestOf(mutant), ...result };
  keepResults();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`${result.outcome.padEnd(8)} ${mutant.id} (${seconds} s) ${result.by}`);
}

function keepResults(): void {
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}

/** What fails in these test files without a mutant; undefined if nothing does. Each is run once in the project as it is. */
async function faultOf(copy: string, tests: readonly string[]): Promise<string | undefined> {
  for (const test of tests) {
    const known = soundness.get(test) ?? faultOfFile(copy, test);
    soundness.set(test, known);
    const fault = await known;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

async function faultOfFile(copy: string, test: string): Promise<string | undefined> {
  if (results.sound[test] === project.digest) return undefined;
  const { outcome, by } = await run(copy, [test], false);
  if (outcome !== 'survived') return by || `${test} does not end`;
  results.sound[test] = project.digest;
  keepResults();
  return undefined;
}

/** Runs test files until the first failure. Tests of another schema get a database server of their own. */
async function run(
  copy: string,
  tests: readonly string[],
  ownSchema: boolean,
): Promise<Omit<Result, 'digest'>> {
  const failed = path.join(copy, 'results.json');
  await rm(failed, { force: true });
  const projects = new Set(tests.map((test) => (test.startsWith('web/') ? 'web' : 'server')));
  const child = spawn(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', '--maxWorkers', '1'],
      ...['--reporter', './testing/reporter.ts'],
      ...[...projects].flatMap((project) => ['--project', project]),
      ...tests,
    ],
    {
      cwd: copy,
      // A group of its own, so that what the tests have started ends with them.
      detached: true,
      stdio: 'ignore',
      env: {
        ...process.env,
        RESULTS_FILE: failed,
        ...(ownSchema ? {} : { TEMPLATE_URL: cluster.url }),
        NODE_COMPILE_CACHE: path.join(ROOT, '.build/compile-cache'),
      },
    },
  );
  running.add(child);
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    endGroup(child);
  }, TIME_MAX_MS);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(timer);
  running.delete(child);
  // What was interrupted has no result.
  if (ending) return new Promise(() => undefined);
  if (late) return { outcome: 'time', by: '' };
  if (code === 0) return { outcome: 'survived', by: '' };
  const { failures }: { failures: string[] } = existsSync(failed)
    ? JSON.parse(readFileSync(failed, 'utf8'))
    : { failures: [`the run ended with ${code}`] };
  // Tests after the first failure are not run, and are among them.
  const failure = failures.find((text) => !text.includes('\nstate: ')) ?? failures[0] ?? '';
  return { outcome: 'killed', by: failure.split('\n')[0] ?? '' };
}

function endGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

/** Prints the score of each area, and who survived. */
function report(): void {
  const areas = [...new Set(all.map(({ id }) => id.split('/')[0] ?? ''))];
  console.log('\n| area | mutants | killed | survived | not tried |\n|---|---|---|---|---|');
  for (const area of [...areas, '']) {
    const own = all.filter(({ id }) => id.startsWith(area && `${area}/`));
    const tried = own.flatMap((mutant) => resultOf(mutant) ?? []);
    const survived = tried.filter(({ outcome }) => outcome === 'survived').length;
    const killed = tried.length - survived;
    const share = tried.length === 0 ? '' : ` (${Math.floor((killed * 100) / tried.length)} %)`;
    console.log(
      `| ${area || 'all'} | ${own.length} | ${killed}${share} | ${survived} | ${own.length - tried.length} |`,
    );
  }
  const noticed = (outcome: Result['outcome']) =>
    all.filter((mutant) => resultOf(mutant)?.outcome === outcome);
  for (const { id, defect, left } of noticed('survived'))
    console.log(`survived: ${id}: ${defect}${left ? ` (left: ${left})` : ''}`);
  for (const { id } of noticed('time')) console.log(`killed by its time: ${id}`);
}

async function end(code: number): Promise<void> {
  ending = true;
  for (const child of running) endGroup(child);
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
  process.exit(code);
}

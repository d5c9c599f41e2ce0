import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { VERSION } from '#server/version.ts';
import { apiFaults, packageDateFaults, versionFaults } from './promises.ts';
import { ownApi, recordApi, recordedApi, root } from './recorded.ts';

/** `npm run release -- check | record`, see docs/how-to/release.md. */

/** A fresh installation and a journey through it, upgrades of every earlier release. */
const TESTS = ['e2e/start.test.ts', 'e2e/journey.test.ts', 'tests/faults/upgrade.test.ts'];
const STEP_MS_MAX = 30 * 60_000;

const [command] = process.argv.slice(2);
if (command === 'record') record();
else if (command === 'check') check();
else {
  console.error(
    'npm run release -- check: is this commit a release?\nnpm run release -- record: keep it for later ones',
  );
  process.exitCode = 2;
}

function record(): void {
  recordApi();
  const vitest = ['vitest', 'run', '--project', 'server', 'tests/populated.test.ts'];
  const { status } = run('npx', vitest, root, { RECORD_RELEASE: VERSION });
  process.exitCode = status ?? 1;
}

function check(): void {
  const faults = [
    ...versionFaults(),
    ...packageDateFaults(new Date()),
    ...apiFaults((line) => console.log(line)),
    ...(recordedApi(VERSION) === ownApi() ? [] : ['This API is not recorded: npm run release -- record']),
    ...freshFaults(),
  ];
  for (const fault of faults) console.error(`FAIL ${fault}`);
  if (faults.length === 0) console.log(`ok   ${VERSION} keeps what it promises`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** Installs the commit in a fresh folder and tries it there. */
function freshFaults(): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'pocketful-release-'));
  try {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, folder]);
    const steps: [what: string, program: string, args: string[]][] = [
      ['its packages cannot be installed', 'npm', ['ci', '--no-audit', '--no-fund']],
      ['its screens cannot be built', 'npx', ['vite', 'build']],
      ['it does not start, work or upgrade as it should', 'npx', ['vitest', 'run', ...TESTS]],
    ];
    const failed = steps.find(([, program, args]) => run(program, args, folder).status !== 0);
    return failed ? [`In a fresh copy ${failed[0]}`] : [];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(program: string, args: string[], cwd: string, environment: Record<string, string> = {}) {
  return spawnSync(program, args, {
    cwd,
    stdio: 'inherit',
    timeout: STEP_MS_MAX,
    env: { ...process.env, ...environment },
  });
}

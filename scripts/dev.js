import { execFileSync, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ensureBuilt, ensureInstalled, environmentFile, pinnedNode, serverFlags } from './setup.js';

/**
 * `npm run dev`: the server, restarted when its code changes; the screens, updated as you type; and simulated payout
 * vendors. Ctrl-C ends all of them, and so does the end of one.
 */

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const site = 'http://localhost:5173';

await ensureInstalled();
// The pages without scripts are served from the build.
await ensureBuilt();
// As the server reads it.
const port = execFileSync(pinnedNode, [...environmentFile, '--print', 'process.env.PORT || 3000'], {
  cwd: root,
  encoding: 'utf8',
}).trim();
const api = `http://localhost:${port}`;

/** Each part's arguments and its additional environment variables. */
const PARTS = {
  server: [
    ['--watch', '--watch-preserve-output', ...serverFlags, ...environmentFile, 'server/main.ts'],
    { APP_URL: site },
  ],
  web: [['node_modules/vite/bin/vite.js', '--strictPort', '--clearScreen', 'false'], { API_URL: api }],
  tremendous: [['testing/payouts/tremendous.ts'], {}],
  stripe: [['testing/payouts/stripe.ts'], {}],
};
const width = Math.max(...Object.keys(PARTS).map((name) => name.length));
const children = Object.entries(PARTS).map(([name, [args, environment]]) => start(name, args, environment));
console.log(`\nScreens that change as you type: ${site} (mails and the sandbox wall: ${api})`);
console.log(
  'To pay by a stand-in, put the settings that it prints into .env and start again. Ctrl-C ends all.\n',
);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, endAll);

function start(name, args, environment) {
  const child = spawn(pinnedNode, args, {
    cwd: root,
    env: { ...environment, ...process.env, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => console.log(`${name.padEnd(width)} | ${line}`));
  }
  child.on('exit', (code) => {
    if (code) process.exitCode = 1;
    endAll();
  });
  return child;
}

function endAll() {
  for (const child of children)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
}

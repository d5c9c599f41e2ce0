import { spawn } from 'node:child_process';
import { open, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const DEPLOY = path.resolve(import.meta.dirname, '../deploy');

/** Each file, and what in it names the site and the servers. */
const NAMES = {
  'caddy/Caddyfile': { site: 'rewards.example', servers: '127.0.0.1:3001 127.0.0.1:3002' },
  'compose/Caddyfile': { site: '{$SITE_HOST}', servers: 'site:3000' },
};

/**
 * Runs Caddy with a file of `deploy/`, in which only the site's name and the servers are others; without TLS, as a
 * certificate needs a public name. `folder` takes its files, and what it logs.
 */
export async function startCaddy(
  program: string,
  file: keyof typeof NAMES,
  folder: string,
  port: number,
  upstreams: number[],
): Promise<{ url: string; end: () => Promise<void> }> {
  const url = `http://127.0.0.1:${port}`;
  let text = await readFile(path.join(DEPLOY, file), 'utf8');
  const { site, servers } = NAMES[file];
  for (const [from, to] of [
    ['\n{\n', '\n{\n\tadmin off\n'],
    [`${site} {`, `${url} {`],
    [
      `reverse_proxy ${servers} {`,
      `reverse_proxy ${upstreams.map((upstream) => `127.0.0.1:${upstream}`).join(' ')} {`,
    ],
  ] as const) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    text = text.replace(from, to);
  }
  const changed = path.join(folder, 'Caddyfile');
  await writeFile(changed, text);
  const log = await open(path.join(folder, 'caddy.log'), 'a');
  const child = spawn(program, ['run', '--adapter', 'caddyfile', '--config', changed], {
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'ignore', log.fd],
  });
  await log.close();
  const exited = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  return {
    url,
    end: async () => {
      child.kill();
      await exited;
    },
  };
}

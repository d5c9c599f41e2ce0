import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { freePort } from './process.ts';

/**
 * Starts PgBouncer in transaction mode in front of a database, with so few connections to it that all clients have to share
 * them. `program` is its path. Returns the connection string through it.
 */
export async function startPgBouncer(
  program: string,
  databaseUrl: string,
): Promise<{ url: string; close: () => Promise<void> }> {
  const target = new URL(databaseUrl);
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'pocketful-pgbouncer-'));
  const settings = path.join(folder, 'pgbouncer.ini');
  await writeFile(
    settings,
    `[databases]
site = host=${target.hostname} port=${target.port} dbname=${target.pathname.slice(1)} user=${target.username} password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
${process.getuid?.() === 0 ? 'user = postgres' : ''}
`,
  );
  const child = spawn(program, ['--quiet', settings], { stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const gone = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const url = `postgres://pooled@127.0.0.1:${port}/site`;
  await expect.poll(() => answers(port), { message: `PgBouncer does not answer: ${errors}` }).toBe(true);
  return {
    url,
    close: async () => {
      child.kill('SIGKILL');
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Without signing in, for which PgBouncer would open a connection to the database before the site has set limits. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}

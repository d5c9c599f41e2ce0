import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#database/client.ts';

const SAMPLE_MS = 50;

/** What a command of the operator took. Memory in MB at its peak: the command's own, and what backends hold of their own. */
export interface Cost {
  name: string;
  seconds: number;
  processMb: number;
  backendsMb: number;
}

/**
 * Runs `npm run ops -- <args>` for a site, prints its cost and what it wrote to temporary files, and returns the cost.
 * Memory is read from /proc and is 0 on systems without it. Throws if the command fails.
 */
export async function measureCommand(
  { url, folder, database }: { url: string; folder: string; database: Database },
  args: string[],
): Promise<Cost> {
  const began = performance.now();
  const written = await readTemporary(database);
  const postmaster = Number(
    (await readFile(path.join(folder, 'database', 'postmaster.pid'), 'utf8')).split('\n')[0],
  );
  const before = await privateMbOf(postmaster);
  const child = spawn(process.execPath, ['server/ops/main.ts', ...args], {
    cwd: path.resolve(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: url, DATA_DIR: folder },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let [processMb, backendsMb, sampling] = [0, 0, false];
  const timer = setInterval(async () => {
    if (sampling) return;
    sampling = true;
    processMb = Math.max(processMb, await statusMb(child.pid ?? 0, 'VmHWM'));
    backendsMb = Math.max(backendsMb, (await privateMbOf(postmaster)) - before);
    sampling = false;
  }, SAMPLE_MS);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  const name = args[0] ?? '';
  if (code !== 0) throw new Error(`ops ${args.join(' ')} ended with ${code}`);
  const seconds = (performance.now() - began) / 1_000;
  const temporaryMb = ((await readTemporary(database)) - written) / 1e6;
  console.log(
    `  ${name.padEnd(10)} ${seconds.toFixed(1)} s, ${processMb.toFixed(0)} MB itself, ${backendsMb.toFixed(0)} MB in PostgreSQL, ${temporaryMb.toFixed(0)} MB of temporary files`,
  );
  return { name, seconds, processMb, backendsMb };
}

async function readTemporary(database: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select temp_bytes::float8 as bytes from pg_stat_database where datname = current_database()`.execute(
    database,
  );
  return rows[0]?.bytes ?? 0;
}

/** Memory of the processes of a cluster that they do not share. */
async function privateMbOf(postmaster: number): Promise<number> {
  const names = await readdir('/proc').catch(() => []);
  const of = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '');
        return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === postmaster ? mbIn(status, 'RssAnon') : 0;
      }),
  );
  return of.reduce((sum, mb) => sum + mb, 0);
}

const statusMb = async (pid: number, field: string) =>
  mbIn(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''), field);
const mbIn = (status: string, field: string) =>
  Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1_000;

import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Database } from '#database/client.ts';

/** Of the kernel's clock in /proc/<pid>/stat, in which Linux counts 100 ticks a second. */
const TICK_MICROSECONDS = 10_000;

/** Processor time in microseconds, of the server and of all processes of PostgreSQL. */
export interface Cpu {
  nodeMicros: number;
  postgresMicros: number;
}

/** Runs the work and returns its result with the processor time that a server and the cluster of the database took meanwhile. */
export async function withCpu<Result>(
  { server, postmaster }: { server: number; postmaster: number },
  work: () => Promise<Result>,
): Promise<Result & Cpu> {
  const before = await ticksOf(server, postmaster);
  const result = await work();
  const after = await ticksOf(server, postmaster);
  const micros = (part: 'node' | 'postgres') => (after[part] - before[part]) * TICK_MICROSECONDS;
  return { ...result, nodeMicros: micros('node'), postgresMicros: micros('postgres') };
}

/** The id of the process that started those of the database. */
export async function postmasterOf(database: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
  return Number((await statOf(rows[0]?.pid ?? 0))?.parent);
}

/** Processor time so far, in ticks; PostgreSQL's is that of the postmaster, of its processes and of those that have ended. */
async function ticksOf(node: number, postmaster: number): Promise<{ node: number; postgres: number }> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  let postgres = 0;
  for (const stat of await Promise.all(ids.map(statOf))) {
    if (stat?.parent === postmaster) postgres += stat.ticks;
    if (stat?.pid === postmaster) postgres += stat.ticks + stat.ticksOfEnded;
  }
  return { node: (await statOf(node))?.ticks ?? 0, postgres };
}

/** See proc_pid_stat(5); undefined for a process that has ended. */
async function statOf(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields.slice(11);
  return { pid, parent, ticks: user + system, ticksOfEnded: userOfEnded + systemOfEnded };
}

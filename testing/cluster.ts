import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from '#database/embedded.ts';

/**
 * Sends a signal to every process of the PostgreSQL in this data folder, and returns them: SIGSTOP freezes it, SIGCONT goes
 * on. Returns none if it does not run.
 */
export async function signalCluster(dataDir: string, signal: NodeJS.Signals): Promise<number[]> {
  const text = await readFile(path.join(dataDir, 'database', 'postmaster.pid'), 'utf8').catch(() => '');
  const server = Number(text.split('\n')[0]);
  if (!(await isAlive(server))) return [];
  // Frozen, it begets no others meanwhile, and does not end before it was asked for them.
  send([server], 'SIGSTOP');
  const children = await readFile(`/proc/${server}/task/${server}/children`, 'utf8');
  const processes = [server, ...children.split(' ').filter(Boolean).map(Number)];
  send(processes, signal);
  return processes;
}

export function send(processes: number[], signal: NodeJS.Signals): void {
  for (const pid of processes) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // It has ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Sends a signal to every process of the PostgreSQL in this data folder: SIGSTOP freezes it, SIGCONT goes on. */
export async function signalCluster(dataDir: string, signal: NodeJS.Signals): Promise<void> {
  const postmaster = await postmasterOf(dataDir);
  process.kill(postmaster, signal);
  // A frozen postmaster begets no others.
  for (const pid of await childrenOf(postmaster)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** The first line of postmaster.pid. */
async function postmasterOf(dataDir: string): Promise<number> {
  const text = await readFile(path.join(dataDir, 'database', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[0]);
}

/** The parent is the second field after the name, which is in parentheses and may contain anything: proc_pid_stat(5). */
async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent ? Number(pid) : [];
    }),
  );
  return found.flat();
}

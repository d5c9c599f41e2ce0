import { spawn } from 'node:child_process';
import path from 'node:path';
import { freePort } from './process.ts';

const FOLDER = path.resolve(import.meta.dirname, '../deploy/haproxy');

/**
 * Starts HAProxy with one of the recommended configurations, unchanged. `environment` is what the file asks for, without
 * POSTGRES_LISTEN. Returns the port where it listens.
 */
export async function startHaproxy(
  program: string,
  configuration: 'postgres.cfg' | 'patroni.cfg',
  environment: Record<string, string>,
): Promise<{ port: number; stop: () => void }> {
  const port = await freePort();
  const haproxy = spawn(program, ['-db', '-f', path.join(FOLDER, configuration)], {
    env: { POSTGRES_LISTEN: `127.0.0.1:${port}`, ...environment },
    stdio: 'ignore',
  });
  return { port, stop: () => void haproxy.kill() };
}

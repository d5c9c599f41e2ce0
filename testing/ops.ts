import { vi } from 'vitest';
import type { WithDatabase } from '#server/ops/command.ts';
import { runCommand } from '#server/ops/run-command.ts';

/** Runs a command of the operator in the process of the test, without the help that wrong usage shows. Returns its exit code. */
export async function runInProcess(args: string[], withDatabase: WithDatabase): Promise<number> {
  const shown = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const withAddress = () => Promise.reject(new Error('this command needs an address of its own'));
    return await runCommand(args, { withDatabase, withAddress, withNewAddress: withAddress });
  } finally {
    shown.mockRestore();
  }
}

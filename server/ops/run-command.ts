import { Command, CommanderError } from '@commander-js/extra-typings';
import { SchemaError } from '#database/migrate.ts';
import { DatabaseFault } from '#database/reach.ts';
import { Refusal } from '#domain/common/refusal.ts';
import { ConfigError } from '#server/config/config.ts';
import { UsageError } from './arguments.ts';
import { BackupError } from './backup/manifest.ts';
import type { Ops } from './command.ts';
import { commandLine } from './command-line.ts';
import { sentenceOf } from './sentence.ts';

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;
/** Errors whose message is one sentence for the operator. */
const OWN_WORDS = [BackupError, DatabaseFault, Refusal, SchemaError];

/**
 * Runs the command of these arguments and prints its result. Returns the exit code: 0 done, 1 failed or found
 * something, 2 wrong usage, which is shown with the help of the command. Throws errors whose stack is needed.
 */
export async function runCommand(args: string[], opening: Omit<Ops, 'exitsWith'>): Promise<number> {
  let code = DONE;
  const exitsWith: Ops['exitsWith'] =
    (work) =>
    async (...given) => {
      try {
        code = await work(...given);
      } catch (error) {
        const command = given.at(-1);
        if (!(error instanceof UsageError && command instanceof Command)) throw error;
        command.error(`error: ${error.message}`);
      }
    };
  try {
    await commandLine({ ...opening, exitsWith }).parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    // Requested help ends with 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
    if (error instanceof ConfigError) {
      for (const fault of error.faults) console.error(fault);
      console.error(error.faults.length === 1 ? '1 fault.' : `${error.faults.length} faults.`);
    } else if (OWN_WORDS.some((kind) => error instanceof kind)) console.error((error as Error).message);
    else {
      const sentence = sentenceOf(error);
      if (!sentence) throw error;
      console.error(sentence);
    }
    return FAILED;
  }
}

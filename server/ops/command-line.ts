import { Command, CommanderError, type CommandUnknownOpts, Help } from '@commander-js/extra-typings';
import { Refusal } from '#domain/common/refusal.ts';
import { ConfigError } from '#server/config/config.ts';
import { addAdmin } from './admin.ts';
import { addAdvertiser } from './advertiser.ts';
import { UsageError } from './arguments.ts';
import { addProof } from './audit.ts';
import type { Ops, WithDatabase } from './command.ts';
import { addMail } from './mail.ts';
import { addMembers } from './members.ts';
import { addReconcile } from './reconcile.ts';
import { addRetention } from './retention.ts';
import { addRisk } from './risk.ts';
import { addSeed } from './seed.ts';
import { addTwoFactor } from './two-factor.ts';
import { addWalls } from './walls.ts';

const DONE = 0;
const FAILED = 1;
const WRONG_USAGE = 2;
/** Characters per line, enough for a command with its summary. */
const HELP_WIDTH = 120;

const COMMANDS = [
  ...[addAdmin, addMembers, addTwoFactor, addProof, addReconcile, addMail, addRetention, addRisk],
  ...[addWalls, addAdvertiser, addSeed],
];

/** Every command of `npm run ops`. `runCommand` runs them. */
export function commandLine(ops: Ops): Command {
  const program = new Command('npm run ops --')
    .description("The operator's command line. It works beside a running server and without one.")
    .exitOverride()
    .showHelpAfterError()
    .configureHelp({
      helpWidth: HELP_WIDTH,
      optionDescription: (option) =>
        new Help().optionDescription(option) + (option.mandatory ? ' (required)' : ''),
      visibleCommands: ({ commands }) => commands.flatMap(leavesOf),
      subcommandTerm: (command) =>
        `${pathOf(command)} ${command.usage().replace(/^\[options\] ?/, '')}`.trimEnd(),
    });
  for (const add of COMMANDS) add(program, ops);
  return program;
}

/**
 * Runs the command of these arguments and prints its result. Returns the exit code: 0 done, 1 failed or found
 * something, 2 wrong usage, which is shown with the help of the command. Throws unexpected errors.
 */
export async function runCommand(args: string[], withDatabase: WithDatabase): Promise<number> {
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
    await commandLine({ withDatabase, exitsWith }).parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    // Requested help ends with 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
    if (error instanceof ConfigError) {
      for (const fault of error.faults) console.error(fault);
      console.error(error.faults.length === 1 ? '1 fault.' : `${error.faults.length} faults.`);
    } else if (error instanceof Refusal) console.error(error.message);
    else throw error;
    return FAILED;
  }
}

/** The commands that do something, without their groups. */
const leavesOf = (command: CommandUnknownOpts): CommandUnknownOpts[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

/** Such as `members suspend`. */
const pathOf = (command: CommandUnknownOpts): string =>
  command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

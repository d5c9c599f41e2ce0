import { Command, type CommandUnknownOpts, Help } from '@commander-js/extra-typings';
import { addAdmin } from './admin.ts';
import { addAdvertiser } from './advertiser.ts';
import { addProof } from './audit.ts';
import { addBackup } from './backup.ts';
import { addChangeSecret } from './change-secret.ts';
import type { Ops } from './command.ts';
import { addFeeds } from './feeds.ts';
import { addGrant } from './grant.ts';
import { addMail } from './mail.ts';
import { addMembers } from './members.ts';
import { addMigrate } from './migrate.ts';
import { addReconcile } from './reconcile.ts';
import { addRestore } from './restore.ts';
import { addRetention } from './retention.ts';
import { addRisk } from './risk.ts';
import { addSeed } from './seed.ts';
import { addTwoFactor } from './two-factor.ts';
import { addWalls } from './walls.ts';

/** Characters per line, enough for a command with its summary. */
const HELP_WIDTH = 120;

const COMMANDS = [
  ...[addAdmin, addMembers, addTwoFactor, addProof, addReconcile, addMail, addRetention, addRisk],
  ...[
    addBackup,
    addRestore,
    addMigrate,
    addGrant,
    addChangeSecret,
    addWalls,
    addFeeds,
    addAdvertiser,
    addSeed,
  ],
];

/** Every command of `npm run ops`. `runCommand` in run-command.ts runs them. */
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

/** The commands that do something, without their groups. */
const leavesOf = (command: CommandUnknownOpts): CommandUnknownOpts[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leavesOf);

/** Such as `members suspend`. */
const pathOf = (command: CommandUnknownOpts): string =>
  command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

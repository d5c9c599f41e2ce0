import type { Command } from '@commander-js/extra-typings';
import type { Ops } from './command.ts';
import { runProofs } from './run-proofs.ts';

export function addProof(program: Command, { exitsWith, withDatabase }: Ops): void {
  program
    .command('audit')
    .summary('prove every balance from its transfers')
    .description(
      'Proves every balance from its transfers. Exits 1 and lists each difference. Warns of walls whose credits are worth more than the walls say that they pay.',
    )
    .action(exitsWith(() => withDatabase(runProofs)));
}

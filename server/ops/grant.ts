import type { Command } from '@commander-js/extra-typings';
import { grantAccess } from '#database/grants.ts';
import type { Ops } from './command.ts';

export function addGrant(program: Command, { exitsWith, withAddress }: Ops): void {
  program
    .command('grant')
    .argument('<role>')
    .summary('let a role of PostgreSQL serve the site without owning it')
    .description(
      'Gives an existing role of PostgreSQL what a running server needs: rows, and nothing of the schema. Run it as the role that owns the schema, after the first migration; later ones include their tables.',
    )
    .action(exitsWith((role) => withAddress((url) => grant(url, role))));
}

async function grant(url: string, role: string): Promise<number> {
  await grantAccess(url, role);
  console.log(`${role} can serve the site with MIGRATE=check.`);
  return 0;
}

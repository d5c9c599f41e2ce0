import { sql } from 'kysely';
import type { Database, Tx } from '#database/client.ts';
import { translationsOf } from '#domain/common/translated.ts';
import { MANUAL_PROVIDER, SANDBOX_PROVIDER } from '#domain/redemption/ports.ts';
import TEXTS from './example-texts.json' with { type: 'json' };

/**
 * Adds missing example rewards and leaves existing ones unchanged. In production they are drafts that a person would
 * fulfil; in development they can be redeemed, all but the bus ticket at once.
 */
export async function addExampleRewards(tx: Tx, development: boolean): Promise<void> {
  await tx
    .insertInto('rewards')
    .values(
      EXAMPLES.map((example, index) => ({
        ...example,
        translations: JSON.stringify(translationsOf(TEXTS, [example.title, example.description])),
        provider: development && example.kind !== 'bus_ticket' ? SANDBOX_PROVIDER : MANUAL_PROVIDER,
        status: development ? ('active' as const) : ('draft' as const),
        position: FIRST_POSITION + index,
      })),
    )
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Whether an example is active that nobody of staff has changed: only a start in development adds it so. */
export async function offersExampleRewards(database: Database): Promise<boolean> {
  const { rows } = await sql`
    select from rewards
    where key = any (${EXAMPLES.map(({ key }) => key)}::text[]) and status = 'active' and updated_at = created_at
    limit 1`.execute(database);
  return rows.length > 0;
}

/** After the prepaid cards. */
const FIRST_POSITION = 10;

const EXAMPLES = [
  {
    kind: 'bus_ticket',
    key: 'bus-ticket',
    title: 'Bus ticket',
    description: 'A single ride on the buses of your city.',
    amountCents: 200,
  },
  {
    kind: 'food_voucher',
    key: 'food-voucher',
    title: 'Food voucher',
    description: 'For a meal or groceries at a shop that takes part.',
    amountCents: 500,
  },
  {
    kind: 'gift_card',
    key: 'gift-card',
    title: 'Gift card',
    description: 'For a shop of your choice.',
    amountCents: 1_000,
  },
  {
    kind: 'cash_credit',
    key: 'cash-credit',
    title: 'Cash credit',
    description: 'Paid to you in cash.',
    amountCents: 1_500,
  },
] as const;

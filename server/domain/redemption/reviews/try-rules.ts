import { sql } from 'kysely';
import type { RiskTrial } from '#contract/risk-rules.ts';
import type { Database } from '#database/client.ts';
import { TRANSFERS } from '#domain/ledger/index.ts';
import { judge, type RiskSubject, type RuleSetting, readFacts } from '#domain/trust/index.ts';

/** Most redemptions that are tried, the newest first. */
const TRIED_MAX = 5_000;
/** Redemptions whose facts are read at once. */
const PART = 250;
const EXAMPLES_MAX = 5;

type Past = RiskSubject & { turnedBad: boolean };

/**
 * Tries rules on the redemptions of the last days without changing anything: how many each rule would have held, and
 * how many of these turned out badly: later a reward of the member was taken back, the redemption was, or the member
 * was paused or suspended. Disabled rules are tried too; the sum counts the enabled ones.
 */
export async function tryRules(
  database: Database,
  rules: readonly RuleSetting[],
  days: number,
): Promise<RiskTrial> {
  const past = await readPast(database, days);
  const held: { redemption: Past; rules: Set<string> }[] = [];
  for (let start = 0; start < past.length; start += PART) {
    const part = past.slice(start, start + PART);
    const facts = await readFacts(database, part);
    for (const redemption of part) {
      const known = facts.get(redemption.id);
      const asking = known
        ? judge(
            known,
            rules.map((rule) => ({ ...rule, enabled: true })),
          )
        : [];
      if (asking.length > 0) held.push({ redemption, rules: new Set(asking) });
    }
  }
  const count = (entries: typeof held) => ({
    reviewed: entries.length,
    turnedBad: entries.filter(({ redemption }) => redemption.turnedBad).length,
  });
  const enabled = rules.filter((rule) => rule.enabled).map(({ id }) => id);
  return {
    days,
    redemptions: past.length,
    complete: past.length < TRIED_MAX,
    turnedBad: past.filter(({ turnedBad }) => turnedBad).length,
    together: count(held.filter((entry) => enabled.some((id) => entry.rules.has(id)))),
    rules: rules.map(({ id, enabled: on }) => {
      const entries = held.filter((entry) => entry.rules.has(id));
      const examples = entries.slice(0, EXAMPLES_MAX).map(({ redemption }) => redemption.id);
      return { id, enabled: on, ...count(entries), examples };
    }),
  };
}

/** Newest first. The balance before each redemption comes from its debit. */
async function readPast(database: Database, days: number): Promise<Past[]> {
  const { rows } = await sql<Past>`
    select r.id, r.user_id, r.created_at as at, d.balance_after + d.amount as balance,
      r.status = 'reversed' or u.paused_at > r.created_at is true or u.suspended_at > r.created_at is true
        or exists (select from tasks t where t.user_id = r.user_id and t.reversed_at > r.created_at) as turned_bad
    from card_redemptions r
    join ${TRANSFERS} d on d.key = 'redemption:' || r.id
    join users u on u.id = r.user_id
    where r.created_at > now() - make_interval(days => ${days})
    order by r.created_at desc, r.id limit ${TRIED_MAX}`.execute(database);
  return rows;
}

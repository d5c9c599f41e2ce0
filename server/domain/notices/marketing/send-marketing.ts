import { createHash } from 'node:crypto';
import type { Tx } from '#database/client.ts';
import type { Transact } from '#database/transaction.ts';
import type { NoticeData } from '#domain/notices/kinds.ts';
import { notify } from '#domain/notices/notify.ts';

/** Members per transaction. */
const BATCH_SIZE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Members whom a marketing mail reaches: those who agreed, and how many of them got this same mail before. */
export interface MarketingReach {
  agreed: number;
  before: number;
}

/** Counts the members whom the mail would reach. Sends nothing. */
export async function countMarketing(tx: Tx, mail: NoticeData['marketing']): Promise<MarketingReach> {
  const { agreed } = await agreedMembers(tx)
    .select((eb) => eb.fn.countAll<number>().as('agreed'))
    .executeTakeFirstOrThrow();
  const { before } = await agreedMembers(tx)
    .innerJoin('notices', 'notices.userId', 'users.id')
    .where('notices.key', 'like', `${keyOf(mail, '')}%`)
    .select((eb) => eb.fn.countAll<number>().as('before'))
    .executeTakeFirstOrThrow();
  return { agreed: Number(agreed), before: Number(before) };
}

/**
 * Queues the mail for every member who has agreed to marketing, once per member however often this runs. The workers
 * send it to those who still agree by then. Returns for how many members it is new.
 */
export async function sendMarketing(transact: Transact, mail: NoticeData['marketing']): Promise<number> {
  let [told, after] = [0, FIRST_ID];
  for (;;) {
    const ids = await transact((tx) => nextMembers(tx, after));
    if (ids.length === 0) return told;
    told += await transact((tx) => tell(tx, ids, mail));
    after = ids.at(-1) ?? after;
  }
}

async function tell(tx: Tx, ids: string[], mail: NoticeData['marketing']): Promise<number> {
  let told = 0;
  for (const userId of ids) {
    if (await notify(tx, { key: keyOf(mail, userId), userId, kind: 'marketing', data: mail })) told += 1;
  }
  return told;
}

async function nextMembers(tx: Tx, after: string): Promise<string[]> {
  const rows = await agreedMembers(tx)
    .select('users.id')
    .where('users.id', '>', after)
    .orderBy('users.id')
    .limit(BATCH_SIZE)
    .execute();
  return rows.map(({ id }) => id);
}

const agreedMembers = (tx: Tx) =>
  tx
    .selectFrom('users')
    .where('users.marketingConsentAt', 'is not', null)
    .where('users.erasedAt', 'is', null)
    .where('users.suspendedAt', 'is', null);

/** The key contains a digest of the content, so that the same mail goes to a member only once. */
function keyOf(mail: NoticeData['marketing'], userId: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([mail.subject, mail.text]))
    .digest('hex');
  return `marketing:${digest}:${userId}`;
}

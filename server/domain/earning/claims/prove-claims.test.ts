import { expect, test } from 'vitest';
import { transactOn } from '#database/transaction.ts';
import { memberAccount, post, wallAccount } from '#domain/ledger/index.ts';
import { testDatabase } from '#testing/database.ts';
import { createMember } from '#testing/factories.ts';
import { proveClaims } from './prove-claims.ts';

const { database } = await testDatabase();

test('the proof names a granted claim whose points went to another member', async () => {
  const [member, other] = [await createMember(database), await createMember(database)];
  const grant = async (to: string) => {
    const { id } = await database
      .insertInto('rewardClaims')
      .values({
        ...{ userId: member.id, wall: 'cpx', title: 'A game', happenedAt: new Date(), text: 'Nothing came.' },
        ...{ decision: 'granted', decidedAt: new Date(), answer: 'Here.', points: 10 },
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const move = { from: wallAccount('cpx'), to: memberAccount(to), amount: 10, kind: 'credit' } as const;
    const rest = { key: `claim:${id}`, unit: 'points', reference: id, actor: 'system' } as const;
    await transactOn(database)((tx) => post(tx, [{ ...move, ...rest }]));
    return id;
  };
  await grant(member.id);
  expect(await proveClaims(database)).toEqual([]);
  const astray = await grant(other.id);
  expect(await proveClaims(database)).toEqual([
    `claim ${astray}: is granted, but has no credit of 10 points in the ledger`,
  ]);
});

import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createMember } from '#testing/factories.ts';
import { LONG_TEST_MS_MAX } from '#testing/patience.ts';
import { openCrashHarness, signed } from './crash-harness.ts';

const { database, killBeforeStatements, pointsOf, expectAudit, ...harness } = await openCrashHarness();
const call = (query: string) => harness.call('crash', query);
const callFirst = (query: string) => harness.callFirst('crash', query);

describe('kill -9 before each statement', { timeout: LONG_TEST_MS_MAX }, () => {
  test('of a credit: the repeated postback pays exactly once', async () => {
    const member = await createMember(database);
    await database
      .insertInto('wallMembers')
      .values({ wall: 'crash', code: 'robin1', userId: member.id })
      .execute();
    let rounds = 0;
    const killed = await killBeforeStatements(async () => {
      rounds += 1;
      const query = signed(`points=10&tx=${randomUUID()}&user=robin1`);
      return {
        work: async () => {
          await call(query);
        },
        repeat: async () => {
          expect(await call(query)).toMatch(/^(ok|dup)$/);
          expect(await call(query)).toBe('dup');
          expect(await pointsOf(member.id)).toBe(rounds * 10);
        },
      };
    });
    // Its only statement is that of the batch.
    expect(killed).toBeGreaterThanOrEqual(1);
    await expectAudit();
  });

  test('of a reversal: the repeated postback takes back exactly once', async () => {
    const member = await createMember(database);
    await database
      .insertInto('wallMembers')
      .values({ wall: 'crash', code: 'robin2', userId: member.id })
      .execute();
    const killed = await killBeforeStatements(async () => {
      const values = `tx=${randomUUID()}&user=robin2`;
      expect(await callFirst(signed(`points=10&${values}`))).toBe('ok');
      const query = signed(`points=10&status=2&${values}`);
      return {
        work: async () => {
          await call(query);
        },
        repeat: async () => {
          expect(await call(query)).toMatch(/^(ok|dup)$/);
          expect(await call(query)).toBe('dup');
          expect(await pointsOf(member.id)).toBe(0);
        },
      };
    });
    // As of a credit.
    expect(killed).toBeGreaterThanOrEqual(1);
    await expectAudit();
  });

  test('of a reversal that comes before its credit: the credit that follows nets to zero', async () => {
    const member = await createMember(database);
    await database
      .insertInto('wallMembers')
      .values({ wall: 'crash', code: 'robin3', userId: member.id })
      .execute();
    const killed = await killBeforeStatements(async () => {
      const values = `tx=${randomUUID()}&user=robin3`;
      const query = signed(`points=10&status=2&${values}`);
      return {
        work: async () => {
          await call(query);
        },
        repeat: async () => {
          expect(await call(query)).toMatch(/^(ok|dup)$/);
          expect(await call(query)).toBe('dup');
          expect(await callFirst(signed(`points=10&${values}`))).toBe('ok');
          expect(await pointsOf(member.id)).toBe(0);
        },
      };
    });
    expect(killed).toBeGreaterThanOrEqual(3);
    await expectAudit();
  });
});

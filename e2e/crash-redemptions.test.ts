import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { SandboxBook } from '#providers/payouts/sandbox/book.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { LONG_TEST_MS_MAX, WAIT } from '#testing/patience.ts';
import { type CrashHarness, openCrashHarness } from './crash-harness.ts';

// Two servers side by side, each killed before every other statement, take half the time of one.
const harnesses = [await openCrashHarness(), await openCrashHarness()] as const;

describe('kill -9 before each statement', () => {
  test.concurrent.each([
    ['odd', 1, harnesses[0]],
    ['even', 2, harnesses[1]],
  ])(
    'of a redemption, %s ones: the repeated request and the restarted worker make one card',
    async (_, from, harness) => {
      const { database, url, dataDir, killBeforeStatements, pointsOf, expectAudit } = harness;
      const killed = await killBeforeStatements(
        async () => {
          const member = await createMember(database, { points: 100 });
          const cookie = await signIn(database, member);
          const expiresAt = new Date(Date.now() + 3_600_000);
          await database
            .insertInto('captchaGrants')
            .values({ userId: member.id, action: 'redemption', expiresAt })
            .execute();
          const body = JSON.stringify({ requestId: randomUUID(), cardTier: '1USD' });
          const headers = { cookie, 'Content-Type': 'application/json' };
          const request = () => fetch(`${url()}/api/redemptions`, { method: 'POST', headers, body });
          return {
            work: async () => {
              await request();
              await untilIssued(harness, member.id);
            },
            repeat: async () => {
              // The test ends the lease of the dead worker instead of waiting for its end.
              await database
                .updateTable('cardRedemptions')
                .set({ leasedUntil: new Date(0) })
                .where('status', '=', 'processing')
                .execute();
              // A busy site asks for the request again.
              const answered = await vi.waitFor(async () => {
                const { status } = await request();
                expect(status).not.toBe(503);
                return status;
              }, WAIT);
              expect(answered).toBe(200);
              await untilIssued(harness, member.id);
              expect(await pointsOf(member.id)).toBe(0);
              const { id } = await database
                .selectFrom('cardRedemptions')
                .select('id')
                .where('userId', '=', member.id)
                .executeTakeFirstOrThrow();
              expect(await liveCards(dataDir, id)).toBe(1);
            },
          };
        },
        { from, step: 2 },
      );
      expect(killed).toBeGreaterThanOrEqual(8);
      await expectAudit();
    },
    LONG_TEST_MS_MAX,
  );
});

async function untilIssued({ database, output }: CrashHarness, userId: string): Promise<void> {
  const end = Date.now() + WAIT.timeout;
  let seen: { status: string }[] = [];
  while (Date.now() < end) {
    seen = await database
      .selectFrom('cardRedemptions')
      .select('status')
      .where('userId', '=', userId)
      .execute();
    if (seen.length === 1 && seen[0]?.status === 'issued') return;
    await sleep(50);
  }
  throw new Error(`The redemption was not issued in time: ${JSON.stringify(seen)}\n${output()}`);
}

/** Live cards of a redemption in the sandbox issuer's own book. */
async function liveCards(dataDir: string, redemptionId: string): Promise<number> {
  const cards = await new SandboxBook(path.join(dataDir, 'sandbox-issuer.jsonl')).cards();
  return cards.filter((card) => card.redemptionId === redemptionId && card.state === 'issued').length;
}

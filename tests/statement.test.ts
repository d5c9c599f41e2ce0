import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { StatementEntry } from '#contract/statement.ts';
import { STATEMENT_FILTERS, STATEMENT_PAGE_MAX } from '#contract/statement.values.ts';
import { transactOn } from '#database/transaction.ts';
import { matureCredits } from '#domain/earning/index.ts';
import { reverseAttempt } from '#domain/earning/missions/reverse-attempt.ts';
import { lockAttempt, lockMission } from '#domain/earning/missions/rows.ts';
import { DEPARTED, memberAccount, post, rollUpLedger } from '#domain/ledger/index.ts';
import { payOut, refundPoints, takeBack } from '#domain/redemption/transfers.ts';
import { giveGrants } from '#testing/captcha.ts';
import { createMember, signIn } from '#testing/factories.ts';
import { newMission, SURVEY } from '#testing/missions.ts';
import { WAIT } from '#testing/patience.ts';
import { startPostbackSite } from '#testing/postbacks.ts';
import { askForCard } from '#testing/redemption.ts';
import type { ApiAnswer, Visitor } from '#testing/server.ts';
import { HELD_DAYS, HELD_WALL } from '#testing/walls.ts';

/** The statement of a member is the balance, whatever happened: random histories of every kind of posting. */

const site = await startPostbackSite();
const { database, plain } = site;
const transact = transactOn(database);
/** A new admin each time: what one may give alone is limited. */
async function newAdmin(): Promise<Visitor> {
  const admin = site.visitor();
  admin.cookie = await signIn(database, await createMember(database, { isAdmin: true }));
  return admin;
}
const admin = await newAdmin();

const HISTORIES = 8;
/** Price of the card that these members redeem, in points. */
const CARD = 100;

const points = fc.integer({ min: 1, max: 400 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('credit' as const), points }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hold' as const), points }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reverse' as const), which: fc.nat() }) },
  ...(['reversal first', 'debt'] as const).map((kind) => ({
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant(kind), points }),
  })),
  ...(['mature', 'mission', 'taken mission', 'roll-up'] as const).map((kind) => ({
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant(kind) }),
  })),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('adjust' as const),
      points: fc.integer({ min: -200, max: 200 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('redeem' as const),
      end: fc.constantFrom('open', 'failed', 'issued', 'withdrawn_unused', 'withdrawn_used'),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Chance may leave a kind of entry out of all the others. */
const OF_EVERY_KIND: Step[] = [
  { kind: 'credit', points: 400 },
  { kind: 'redeem', end: 'failed' },
  { kind: 'adjust', points: 55 },
  { kind: 'debt', points: 10 },
  { kind: 'reverse', which: 0 },
];

/** One member, and what the steps so far should have made of the balance. */
class Story {
  readonly id: string;
  readonly code: string;
  readonly visitor: Visitor;
  balance = 0;
  /** Points of the credits that wait, by transaction id. */
  readonly held = new Map<string, number>();
  private readonly calls: { tx: string; points: number; wall: string; reversed: boolean }[] = [];

  constructor(id: string, code: string, visitor: Visitor) {
    this.id = id;
    this.code = code;
    this.visitor = visitor;
  }

  static async begin(): Promise<Story> {
    const { id, code } = await site.memberWithCode();
    const visitor = site.visitor();
    visitor.cookie = await signIn(database, { id, isAdmin: false });
    await giveGrants(database, id, 'redemption', 30);
    await giveGrants(database, id, 'mission', 30);
    return new Story(id, code, visitor);
  }

  async play(now: Step): Promise<void> {
    switch (now.kind) {
      case 'credit':
        await this.call('plain', now.points);
        this.balance += now.points;
        return;
      case 'hold':
        this.held.set(await this.call(HELD_WALL, now.points), now.points);
        return;
      case 'reverse':
        return this.reverse(now.which);
      case 'reversal first': {
        const values = { tx: randomUUID(), user: this.code, points: now.points };
        expect(await plain({ ...values, status: 2 })).toMatch(/^200/);
        expect(await plain(values)).toMatch(/^200/);
        return;
      }
      case 'mature':
        return this.mature();
      case 'mission':
      case 'taken mission':
        return this.mission(now.kind === 'taken mission');
      case 'debt':
        return this.owe(now.points);
      case 'adjust':
        return this.adjust(now.points);
      case 'redeem':
        return this.redeem(now.end);
      case 'roll-up':
        return rollUpLedger(transact);
    }
  }

  private async call(wall: string, amount: number): Promise<string> {
    const tx = randomUUID();
    const name = `Offer 100% of ${wall}_${amount}`;
    expect(await plain({ tx, user: this.code, points: amount, name }, wall)).toBe('200 OK');
    this.calls.push({ tx, points: amount, wall, reversed: false });
    return tx;
  }

  private async reverse(which: number): Promise<void> {
    const one = this.calls[which % this.calls.length];
    if (!one || one.reversed) return;
    const values = { tx: one.tx, user: this.code, points: one.points, status: 2 };
    expect(await plain(values, one.wall)).toBe('200 OK');
    one.reversed = true;
    if (!this.held.delete(one.tx)) this.balance -= one.points;
  }

  private async mature(): Promise<void> {
    await sql`update webhook_transactions set held_until = held_until - make_interval(days => ${HELD_DAYS})
      where user_id = ${this.id} and status = 'held'`.execute(database);
    await sql`update tasks set held_until = held_until - make_interval(days => ${HELD_DAYS})
      where user_id = ${this.id} and held_until is not null`.execute(database);
    await matureCredits(transact, CARD);
    for (const amount of this.held.values()) this.balance += amount;
    this.held.clear();
  }

  private async mission(isTaken: boolean): Promise<void> {
    if (this.balance <= 0) return;
    const id = await newMission(database, { content: SURVEY, points: 30 });
    await ok(this.visitor.post(`/api/missions/${id}/start`));
    await ok(this.visitor.post(`/api/missions/${id}/answers`, { answers: { q1: 'yes', q2: 'no' } }));
    if (isTaken)
      await transact(async (tx) => {
        const mission = await lockMission(tx, id);
        const attempt = await lockAttempt(tx, id, this.id);
        if (attempt) await reverseAttempt(tx, mission, attempt, 'system');
      });
    else this.balance += 30;
  }

  private async owe(amount: number): Promise<void> {
    const reference = randomUUID();
    const debt = { from: memberAccount(this.id), to: DEPARTED, amount, kind: 'debt' } as const;
    const rest = { key: `debt:${reference}`, unit: 'points', reference, actor: 'system' } as const;
    await transact((tx) => post(tx, [{ ...debt, ...rest, mayOverdraw: true }]));
    this.balance -= amount;
  }

  private async adjust(change: number): Promise<void> {
    if (change === 0 || (change < 0 && this.balance + change < 0)) return;
    const asked = {
      points: change,
      reasonCode: 'goodwill',
      text: 'Für die Ärgernisse',
      requestId: randomUUID(),
    };
    expect(
      (await ok((await newAdmin()).post(`/api/admin/users/${this.id}/adjustments`, asked))).standing,
    ).toBe('done');
    this.balance += change;
  }

  private async redeem(
    end: 'open' | 'failed' | 'issued' | 'withdrawn_unused' | 'withdrawn_used',
  ): Promise<void> {
    if (this.balance < CARD) return;
    const id = randomUUID();
    // One transaction, so that no worker sees it open, where it is to end here.
    await transact(async (tx) => {
      const asked = await askForCard(tx, { memberId: this.id, requestId: id });
      const redemption = { id: asked.id, userId: this.id, pointsUsed: CARD, amountCents: 100, awardId: null };
      const becomes = (status: 'failed' | 'issued' | 'reversed', reason: string | null) =>
        sql`update card_redemptions set status = ${status}, reason = ${reason},
          issued_at = case when ${status} <> 'failed' then now() end where id = ${asked.id}`.execute(tx);
      if (end === 'open') return;
      if (end === 'failed') {
        await refundPoints(tx, redemption, 'system');
        return void (await becomes('failed', 'provider_refused'));
      }
      await payOut(tx, redemption);
      if (end === 'issued') return void (await becomes('issued', null));
      await takeBack(tx, redemption, end);
      return void (await becomes('reversed', end));
    });
    if (end !== 'failed' && end !== 'withdrawn_unused') this.balance -= CARD;
  }
}

const ok = async (answer: Promise<ApiAnswer>) => {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
};

/** Every entry of the statement with these filters, page by page. */
async function walk(visitor: Visitor, filters: Record<string, string> = {}): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = [];
  for (;;) {
    const before = entries.at(-1)?.id;
    const query = new URLSearchParams({ ...filters, ...(before && { before }) });
    const page = (await ok(visitor.get(`/api/statement?${query}`))) as StatementEntry[];
    entries.push(...page);
    if (page.length < STATEMENT_PAGE_MAX) return entries;
  }
}
const sum = (entries: StatementEntry[], ...kinds: StatementEntry['kind'][]) =>
  entries.filter(({ kind }) => kinds.includes(kind)).reduce((all, { points: moved }) => all + moved, 0);

async function expectToAddUp({ id, visitor, balance, held }: Story): Promise<StatementEntry[]> {
  const entries = await walk(visitor);
  expect(await site.pointsOf(id)).toBe(balance);
  let running = 0;
  for (const entry of entries.toReversed()) {
    running += entry.points;
    expect(entry.balance ?? running).toBe(running);
  }
  expect(running).toBe(balance);
  const totals = await ok(visitor.get('/api/statement/totals'));
  expect(totals).toEqual({
    earned: sum(entries, 'earned'),
    takenBack: 0 - sum(entries, 'taken_back'),
    redeemed: 0 - sum(entries, 'redeemed'),
    givenBack: sum(entries, 'given_back'),
    adjusted: sum(entries, 'adjusted', 'debt'),
    debts: sum(entries, 'debt'),
    balance,
  });
  const { earned, takenBack, redeemed, givenBack, adjusted } = totals;
  expect(earned - takenBack - redeemed + givenBack + adjusted).toBe(balance);
  const pending = await ok(visitor.get('/api/statement/pending'));
  const waiting = [...held.values()].reduce((all, amount) => all + amount, 0);
  expect([pending.count, pending.points]).toEqual([held.size, waiting]);
  return entries;
}

test('the statement of any history adds up to the balance, entry by entry and in its totals', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 45 }), async (steps) => {
      const story = await Story.begin();
      for (const [index, now] of steps.entries()) {
        await story.play(now);
        if (index % 15 === 14) await expectToAddUp(story);
      }
      const entries = await expectToAddUp(story);
      for (const { kind } of entries) seen.add(kind);
      const parts = await Promise.all(STATEMENT_FILTERS.map((kind) => walk(story.visitor, { kind })));
      expect(
        parts
          .flat()
          .map(({ id }) => id)
          .toSorted(),
      ).toEqual(entries.map(({ id }) => id).toSorted());
    }),
    { numRuns: HISTORIES, examples: [[OF_EVERY_KIND]] },
  );
  expect([...seen].toSorted()).toEqual(
    ['adjusted', 'debt', 'earned', 'given_back', 'redeemed', 'taken_back'].toSorted(),
  );
});

test('a card from staff is named and moves no points; taken back it is named again', async () => {
  const story = await Story.begin();
  await story.play({ kind: 'credit', points: 20 });
  const gift = { cardTier: '5USD', amountUSD: 5, reason: 'For your help', requestId: randomUUID() };
  await ok(admin.post(`/api/admin/gift-cash/${story.id}`, gift));
  const issued = () =>
    database
      .selectFrom('cardRedemptions')
      .select(['id', 'status', 'awardId', 'amountCents'])
      .where('userId', '=', story.id)
      .executeTakeFirstOrThrow();
  await vi.waitFor(async () => expect((await issued()).status).toBe('issued'), WAIT);
  const { id, amountCents } = await issued();
  await transact(async (tx) => {
    await takeBack(tx, { id, userId: story.id, pointsUsed: 0, amountCents }, 'withdrawn_unused');
    await sql`update card_redemptions set status = 'reversed', reason = 'withdrawn_unused' where id = ${id}`.execute(
      tx,
    );
  });
  const [taken, given] = await expectToAddUp(story);
  const card = { points: 0, balance: null, reward: { kind: 'prepaid_card', amountUSD: 500 } };
  expect(given).toMatchObject({ ...card, kind: 'gift', text: 'For your help' });
  expect(taken).toMatchObject({ ...card, kind: 'gift_taken_back', reward: { reason: 'withdrawn_unused' } });
  expect(await walk(story.visitor, { kind: 'staff' })).toHaveLength(2);
});

test('names missions and rewards in the language of the member, who finds them by those words and the original ones', async () => {
  const story = await Story.begin();
  await story.play({ kind: 'credit', points: 250 });
  await story.play({ kind: 'mission' });
  await story.play({ kind: 'redeem', end: 'open' });
  const [redeemed, mission] = await walk(story.visitor);
  const [reward, task] = [redeemed?.reward?.title ?? '', mission?.task?.title ?? ''];
  const inSpanish = (from: string, to: string) => JSON.stringify({ es: { [from]: to } });
  await sql`update rewards set translations = ${inSpanish(reward, 'Tarjeta azul')}::jsonb where title = ${reward}`.execute(
    database,
  );
  await sql`update missions m set translations = ${inSpanish(task, 'Cuéntanos')}::jsonb
    from mission_attempts a where a.mission_id = m.id and a.user_id = ${story.id}`.execute(database);
  await ok(story.visitor.call('PUT', '/api/user/language', { language: 'es' }));
  const [inTheirs, theirMission, credit] = await walk(story.visitor);
  expect(inTheirs).toEqual({ ...redeemed, reward: { ...redeemed?.reward, title: 'Tarjeta azul' } });
  expect(theirMission).toEqual({ ...mission, task: { ...mission?.task, title: 'Cuéntanos' } });
  expect(credit?.task?.title).toBe('Offer 100% of plain_250');
  const found = async (search: string) => (await walk(story.visitor, { search })).map(({ id }) => id);
  expect(await found('tarjeta AZUL')).toEqual([redeemed?.id]);
  expect(await found(reward)).toEqual([redeemed?.id]);
  expect(await found('cuéntanos')).toEqual([mission?.id]);
  expect(await found(task)).toEqual([mission?.id]);
});

test('an entry says what it is about: the offer and its wall, the reward and why it failed, the words of staff', async () => {
  const story = await Story.begin();
  await story.play({ kind: 'credit', points: 250 });
  await story.play({ kind: 'redeem', end: 'failed' });
  await story.play({ kind: 'adjust', points: 7 });
  await story.play({ kind: 'mission' });
  await story.play({ kind: 'reverse', which: 0 });
  expect(await expectToAddUp(story)).toMatchObject([
    {
      kind: 'taken_back',
      points: -250,
      balance: 37,
      task: { title: 'Offer 100% of plain_250', source: 'Wall plain' },
    },
    { kind: 'earned', points: 30, balance: 287, task: { source: 'missions' }, reward: null, text: null },
    { kind: 'adjusted', points: 7, balance: 257, task: null, text: 'Für die Ärgernisse' },
    {
      kind: 'given_back',
      points: 100,
      balance: 250,
      reward: { kind: 'prepaid_card', reason: 'provider_refused' },
    },
    { kind: 'redeemed', points: -100, balance: 150, reward: { amountUSD: 100, reason: null } },
    {
      kind: 'earned',
      points: 250,
      balance: 250,
      task: { title: 'Offer 100% of plain_250', taskType: 'offer_completion' },
    },
  ]);
});

test('a claim that was granted is named by what was missing and by its wall', async () => {
  const story = await Story.begin();
  const about = { kind: 'wall', wall: 'plain', title: 'The lost game' };
  const happenedAt = new Date(Date.now() - 3_600_000).toISOString();
  const { id } = await ok(story.visitor.post('/api/claims', { about, happenedAt, text: 'Nothing came.' }));
  const decision = { decision: 'granted', points: 40, answer: 'Here you are.' };
  await ok(admin.post(`/api/admin/claims/${id}/decision`, decision));
  story.balance += 40;
  expect(await expectToAddUp(story)).toMatchObject([
    { kind: 'earned', points: 40, task: { title: 'The lost game', source: 'Wall plain' } },
  ]);
});

test('a search finds parts of names and of the words of staff, in capitals too, and takes no pattern', async () => {
  const story = await Story.begin();
  await story.play({ kind: 'credit', points: 250 });
  await story.play({ kind: 'redeem', end: 'issued' });
  await story.play({ kind: 'adjust', points: 7 });
  const found = async (search: string) => (await walk(story.visitor, { search })).map(({ kind }) => kind);
  expect(await found('100% OF')).toEqual(['earned']);
  expect(await found('wall PLAIN')).toEqual(['earned']);
  expect(await found('ärgernisse')).toEqual(['adjusted']);
  expect(await found('ÄRGERNISSE')).toEqual(['adjusted']);
  for (const none of ['%', '_lain', '\\', 'nothing of this', '%%%']) {
    const kinds = await found(none);
    expect(kinds, none).toEqual(none === '%' ? ['earned'] : []);
  }
});

test('days and kinds narrow the statement, and a file has what they leave', async () => {
  const story = await Story.begin();
  await story.play({ kind: 'credit', points: 250 });
  await story.play({ kind: 'hold', points: 33 });
  await story.play({ kind: 'redeem', end: 'issued' });
  const [newest] = await walk(story.visitor);
  const at = newest?.at ?? '';
  const kinds = async (filters: Record<string, string>) =>
    (await walk(story.visitor, filters)).map(({ kind }) => kind);
  expect(await kinds({ from: at })).toEqual(['redeemed']);
  expect(await kinds({ to: at })).toEqual(['earned']);
  expect(await kinds({ from: '9999-12-31T23:59:59Z' })).toEqual([]);
  expect(await kinds({ kind: 'redeemed', to: at })).toEqual([]);
  const file = async (query = '') =>
    ((await story.visitor.get(`/api/statement.csv${query}`)).body as string)
      .trim()
      .split('\r\n')
      .map((line) => line.split(',').slice(2, 6).join(' '));
  expect(await file()).toEqual([
    'kind points balance countsAt',
    expect.stringMatching(/^pending 33 {2}20\d\d-/),
    'redeemed -100 150 ',
    'earned 250 250 ',
  ]);
  expect(await file('?kind=redeemed')).toEqual(['kind points balance countsAt', 'redeemed -100 150 ']);
  expect((await story.visitor.get('/api/statement.csv')).body).toMatch(/^\uFEFFid,/);
  const bad = await story.visitor.get('/api/statement.csv?kind=everything');
  expect([bad.status, bad.body.code]).toEqual([400, 'invalid_input']);
});

test('nobody sees the statement of another member', async () => {
  const [story, other] = [await Story.begin(), await Story.begin()];
  await story.play({ kind: 'credit', points: 250 });
  const [entry] = await walk(story.visitor);
  expect(await walk(other.visitor, { before: String(Number(entry?.id) + 1) })).toEqual([]);
  expect(await walk(other.visitor, { search: 'Offer' })).toEqual([]);
  for (const path of ['', '.csv', '/totals', '/pending'])
    expect((await site.visitor().get(`/api/statement${path}`)).status).toBe(401);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { CARD_TIER_USD, CARD_TIERS } from '#contract/rewards.values.ts';
import type { PayoutProvider, PayoutRequest } from '#domain/redemption/index.ts';
import { bindProvider } from '#domain/redemption/payout/vendor.ts';
import { testDatabase } from '#testing/database.ts';
import { WAIT } from '#testing/patience.ts';
import type { Call, Fault, StandIn } from '#testing/payouts/stand-in.ts';
import { startStripe } from '#testing/payouts/stripe.ts';
import { startTremendous } from '#testing/payouts/tremendous.ts';
import { ownRewards, payoutRequest } from '#testing/redemption.ts';
import { addCodes, addReward, askForReward, knownMember } from '#testing/rewards.ts';
import { payoutProviders } from './index.ts';
import { manualPayouts } from './manual/manual.ts';
import { SandboxIssuer } from './sandbox/sandbox.ts';
import { stockPayouts } from './stock/stock.ts';
import { StripePayouts } from './stripe/stripe.ts';
import { TremendousPayouts } from './tremendous/tremendous.ts';

/** The guarantees of every payout provider: vendors with stand-ins over real HTTP, our own ones in a database. */

const CALL_TIMEOUT_MS = WAIT.timeout;
/** The time limit where replies are late on purpose. */
const SHORT_TIMEOUT_MS = 300;
/** Between two bytes of an answer, which then takes far longer than a call. */
const DRIP_MS = 100;

interface Bench {
  provider: PayoutProvider;
  /** The same request after its member is enrolled. */
  enrolled: (request: PayoutRequest) => Promise<PayoutRequest>;
  /** Every reward that the vendor has made for it. */
  made: (redemptionId: string) => Promise<{ cents: number; state: 'open' | 'live' | 'dead' }[]>;
  /** `later`: a person makes it. */
  makes: 'in_two_steps' | 'at_once' | 'later';
}
/** A provider over HTTP. */
interface HttpBench extends Bench {
  vendor: StandIn;
  /** Whether this request makes the reward. */
  pays: (call: Call) => boolean;
  setFunds: (cents: number) => void;
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-issuer-'));
const [tremendous, stripe] = await Promise.all([startTremendous(), startStripe()]);
afterAll(async () => {
  await Promise.all([tremendous.close(), stripe.close(), rm(dataDir, { recursive: true, force: true })]);
});

const { database, transact } = await testDatabase();
const own = ownRewards(database);
/** A redemption of this site whose reward comes from the provider. */
async function redemptionOf(request: PayoutRequest, provider: 'manual' | 'stock'): Promise<PayoutRequest> {
  const { amountCents } = request;
  const reward = await addReward(database, { kind: 'cash_credit', amountCents, provider });
  if (provider === 'stock') await addCodes(database, reward, ['FIRST', 'SECOND', 'THIRD']);
  const { id } = await askForReward(database, await knownMember(database, amountCents), reward.id);
  return { ...request, redemptionId: id };
}
const asIs = async (request: PayoutRequest) => request;
const sandbox = new SandboxIssuer({ dataDir });
const stripePayouts = new StripePayouts(stripe.settings);
const SANDBOX_STATES = { prepared: 'open', issued: 'live', voided: 'dead' } as const;
const STRIPE_STATES = { inactive: 'open', active: 'live', canceled: 'dead' } as const;

const tremendousBench: HttpBench = {
  provider: new TremendousPayouts(tremendous.settings),
  enrolled: asIs,
  made: async (id) =>
    tremendous.orders
      .filter(({ externalId }) => externalId === id)
      .map(({ cents, status }) => ({ cents, state: status === 'EXECUTED' ? 'live' : 'dead' })),
  makes: 'at_once',
  vendor: tremendous,
  pays: (call) => call.method === 'POST' && call.path === '/api/v2/orders',
  setFunds: tremendous.setFunds,
};
const stripeBench: HttpBench = {
  provider: stripePayouts,
  enrolled: async (request) => {
    const outcome = await stripePayouts.enroll(request, AbortSignal.timeout(CALL_TIMEOUT_MS));
    if (outcome.t !== 'enrolled') throw new Error(outcome.t);
    return { ...request, recipient: { ...request.recipient, customer: outcome.customer } };
  },
  made: async (id) =>
    stripe.cards
      .filter(({ metadata }) => metadata?.redemption_id === id)
      .map((card) => ({
        cents: Number(card.spending_controls?.spending_limits?.[0]?.amount),
        state: STRIPE_STATES[card.status],
      })),
  makes: 'in_two_steps',
  vendor: stripe,
  pays: (call) => call.method === 'POST' && call.path === '/v1/issuing/cards',
  setFunds: stripe.setFunds,
};
const httpBenches = { tremendous: tremendousBench, stripe: stripeBench };
const benches: Record<string, Bench> = {
  ...httpBenches,
  sandbox: {
    provider: sandbox,
    enrolled: asIs,
    made: async (id) =>
      (await sandbox.cards())
        .filter(({ redemptionId }) => redemptionId === id)
        .map((card) => ({ cents: card.amountCents, state: SANDBOX_STATES[card.state] })),
    makes: 'in_two_steps',
  },
  manual: {
    provider: manualPayouts(own),
    enrolled: (request) => redemptionOf(request, 'manual'),
    made: async () => [],
    makes: 'later',
  },
  stock: {
    provider: stockPayouts(own),
    enrolled: (request) => redemptionOf(request, 'stock'),
    made: async (id) => {
      const given = await database
        .selectFrom('voucherCodes')
        .innerJoin('rewards', 'rewards.id', 'rewardId')
        .select('amountCents')
        .where('redemptionId', '=', id)
        .execute();
      return given.map(({ amountCents }) => ({ cents: amountCents, state: 'live' }));
    },
    makes: 'at_once',
  },
};

/** Calls as fulfilment makes them: a call that throws or takes too long is `unknown`. */
const calls = (bench: Bench, request: PayoutRequest, callTimeoutMs = CALL_TIMEOUT_MS) =>
  bindProvider(bench.provider, request, { transact, report: () => {}, callTimeoutMs }, async () => true);
const impatient = (bench: Bench, request: PayoutRequest) => calls(bench, request, SHORT_TIMEOUT_MS);
const issue = async (bench: Bench, request: PayoutRequest) => {
  const { prepare, commit } = calls(bench, request);
  const outcome = await prepare();
  return outcome.t === 'prepared' ? commit(outcome.ref) : outcome;
};

test('every provider of the list is tried here', () => {
  const tried = Object.values(benches).map(({ provider }) => provider.id);
  expect(tried.sort()).toEqual(payoutProviders.map(({ id }) => id).sort());
});

describe.each(Object.entries(benches))('%s', (_name, bench) => {
  const newRequest = () => bench.enrolled(payoutRequest());
  const end = bench.makes === 'later' ? 'accepted' : 'issued';

  test('prepares one reward for one redemption, even if it is asked several times', async () => {
    const request = await newRequest();
    const { prepare } = calls(bench, request);
    const first = await prepare();
    expect(first.t).toBe({ in_two_steps: 'prepared', at_once: 'issued', later: 'accepted' }[bench.makes]);
    expect(await prepare()).toEqual(first);
    expect(await bench.made(request.redemptionId)).toHaveLength(bench.makes === 'later' ? 0 : 1);
  });

  test('prepares one reward when eight workers ask at once', async () => {
    const request = await newRequest();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => calls(bench, request).prepare()));
    const refs = outcomes.flatMap((outcome) => ('ref' in outcome ? [outcome.ref] : []));
    expect(new Set(refs).size).toBe(1);
    await issue(bench, request);
    const live = (await bench.made(request.redemptionId)).filter(({ state }) => state === 'live');
    expect(live).toHaveLength(bench.makes === 'later' ? 0 : 1);
  });

  test('issues the same reward at each commit', async () => {
    const request = await newRequest();
    const issued = await issue(bench, request);
    expect(issued.t).toBe(end);
    expect(await issue(bench, request)).toEqual(issued);
    const ref = 'ref' in issued ? (issued.ref ?? '') : '';
    expect(await calls(bench, request).commit(ref)).toEqual(issued);
  });

  test('finds a reward by its redemption, in each of its states', async () => {
    const request = await newRequest();
    const { lookup, prepare } = calls(bench, request);
    expect((await lookup()).t).toBe(bench.makes === 'later' ? 'accepted' : 'absent');
    const prepared = await prepare();
    expect(await lookup()).toEqual(prepared);
    const issued = await issue(bench, request);
    expect(await lookup()).toEqual(issued);
  });

  test('never issues a voided reward and never voids an issued one', async () => {
    const [first, second] = [await newRequest(), await newRequest()];
    const prepared = await calls(bench, first).prepare();
    const ref = 'ref' in prepared ? (prepared.ref ?? '') : '';
    const voided = await calls(bench, first).void(ref);
    expect(voided.t).toBe(bench.makes === 'at_once' ? 'rejected' : 'absent');
    if (bench.makes === 'in_two_steps') {
      expect(await calls(bench, first).commit(ref)).toMatchObject({ t: 'rejected' });
      expect(await calls(bench, first).lookup()).toMatchObject({ t: 'rejected' });
      expect(await bench.made(first.redemptionId)).toEqual([{ cents: 100, state: 'dead' }]);
    }
    if (bench.makes === 'later') expect(await calls(bench, first).lookup()).toMatchObject({ t: 'rejected' });
    const issued = await issue(bench, second);
    if (issued.t !== 'issued') return;
    expect(await calls(bench, second).void(issued.ref)).toMatchObject({ t: 'rejected' });
    expect(await bench.made(second.redemptionId)).toEqual([{ cents: 100, state: 'live' }]);
  });

  test('uses cents, not dollars: each tier has its own amount', async () => {
    for (const tier of CARD_TIERS) {
      const amountCents = CARD_TIER_USD[tier] * 100;
      const request = await bench.enrolled(payoutRequest({ amountCents }));
      expect((await issue(bench, request)).t).toBe(end);
      const made = await bench.made(request.redemptionId);
      expect(made.map(({ cents }) => cents)).toEqual(bench.makes === 'later' ? [] : [amountCents]);
    }
  });
});

describe.each(Object.entries(httpBenches))('%s, over a bad line', (_name, bench) => {
  const newRequest = () => bench.enrolled(payoutRequest());
  /** Sets one fault for the next request that makes a reward. */
  const failOnce = (fault: Fault, applies: (call: Call) => boolean = bench.pays) => {
    let left = 1;
    bench.vendor.setFault((call) => (applies(call) && left-- > 0 ? fault : undefined));
  };
  const healthy = () => bench.vendor.setFault(() => undefined);
  const always = (fault: Fault) => bench.vendor.setFault(() => fault);
  const liveOf = async (request: PayoutRequest) =>
    (await bench.made(request.redemptionId)).map(({ state }) => state);
  const issuedOnce = async (request: PayoutRequest) => {
    healthy();
    expect(await issue(bench, request)).toMatchObject({ t: 'issued' });
    expect(await calls(bench, request).lookup()).toMatchObject({ t: 'issued' });
    expect(await liveOf(request)).toEqual(['live']);
  };

  test('finds a reward by lookup after its reply was lost, and makes no second one', async () => {
    const request = await newRequest();
    failOnce('lose_reply');
    expect(await calls(bench, request).prepare()).toMatchObject({ t: 'unknown' });
    expect(['prepared', 'issued']).toContain((await calls(bench, request).lookup()).t);
    await issuedOnce(request);
  });

  test('leaves nothing after a request that never arrived, which may be made again', async () => {
    const request = await newRequest();
    failOnce('lose_request');
    expect(await calls(bench, request).prepare()).toMatchObject({ t: 'unknown' });
    expect(await calls(bench, request).lookup()).toEqual({ t: 'absent' });
    await issuedOnce(request);
  });

  test('makes the same reward if a request lands after we gave it up', async () => {
    const request = await newRequest();
    const received = Promise.withResolvers<() => Promise<unknown>>();
    failOnce({ landBy: received.resolve });
    expect(await calls(bench, request).prepare()).toMatchObject({ t: 'unknown' });
    expect(await calls(bench, request).lookup()).toEqual({ t: 'absent' });
    await issuedOnce(request);
    const land = await received.promise;
    await land();
    expect(await liveOf(request)).toEqual(['live']);
  });

  test('treats a reply that takes too long as unknown, and finds the reward afterwards', async () => {
    const request = await newRequest();
    const mayAnswer = Promise.withResolvers<void>();
    failOnce({ answerWhen: mayAnswer.promise });
    expect(await impatient(bench, request).prepare()).toEqual({ t: 'unknown', code: 'timeout' });
    mayAnswer.resolve();
    await issuedOnce(request);
  });

  test.each([500, 502, 503, 504])('treats %i as a call that may have paid', async (status) => {
    const request = await newRequest();
    always({ status });
    expect(await calls(bench, request).prepare()).toMatchObject({ t: 'unknown' });
    expect(await calls(bench, request).lookup()).toMatchObject({ t: 'unknown' });
    await issuedOnce(request);
  });

  test('tries again after 429 when the vendor says', async () => {
    const request = await newRequest();
    always({ status: 429, headers: { 'Retry-After': '7' } });
    const later = { t: 'retry', code: 'rate', afterMs: 7_000 };
    expect(await calls(bench, request).prepare()).toEqual(later);
    expect(await calls(bench, request).lookup()).toEqual(later);
    expect(await calls(bench, request).void('anything')).toEqual(later);
    always({ status: 429, headers: { 'Retry-After': new Date(Date.now() + 3_600_000).toUTCString() } });
    const dated = await calls(bench, request).prepare();
    expect(dated).toEqual({ ...later, afterMs: expect.closeTo(3_600_000, -5) });
    await issuedOnce(request);
  });

  test.each([401, 403])('treats %i as a fault of our settings, not of the member', async (status) => {
    const request = await newRequest();
    always({ status });
    expect(await calls(bench, request).prepare()).toEqual({ t: 'retry', code: 'config' });
    expect(await calls(bench, request).lookup()).toEqual({ t: 'retry', code: 'config' });
    await issuedOnce(request);
  });

  test('treats a request that the vendor finds invalid as refused, and no reward exists', async () => {
    const request = await newRequest();
    failOnce({ status: 400 });
    expect(await calls(bench, request).prepare()).toMatchObject({ t: 'rejected' });
    expect(await calls(bench, request).lookup()).toEqual({ t: 'absent' });
    expect(await liveOf(request)).toEqual([]);
  });

  test('waits without funds, and continues with funds', async () => {
    const request = await newRequest();
    healthy();
    bench.setFunds(99);
    expect(await calls(bench, request).prepare()).toEqual({ t: 'retry', code: 'no_funds' });
    expect(await liveOf(request)).toEqual([]);
    bench.setFunds(1_000_000);
    await issuedOnce(request);
  });

  test('keeps the reward of a member who changed name and address meanwhile', async () => {
    const request = await newRequest();
    failOnce('lose_reply');
    await calls(bench, request).prepare();
    healthy();
    const renamed = { ...request, recipient: { ...request.recipient, name: 'Alex Other', email: null } };
    const { t } = await issue(bench, renamed);
    expect(t).toBe('issued');
    expect(await liveOf(request)).toEqual(['live']);
  });

  test('leaves another amount under the same redemption to a person, and pays nothing', async () => {
    const request = await newRequest();
    healthy();
    const first = await calls(bench, request).prepare();
    const other = await calls(bench, { ...request, amountCents: 500 }).prepare();
    expect(other).toMatchObject({ t: 'accepted', why: 'review' });
    expect(await calls(bench, request).lookup()).toEqual(first);
    expect(await bench.made(request.redemptionId)).toHaveLength(1);
  });

  test('treats a vendor that cannot be reached as unknown', async () => {
    const request = await newRequest();
    always('lose_request');
    const { prepare, lookup, void: takeBack } = calls(bench, request);
    for (const outcome of [await prepare(), await lookup(), await takeBack('anything')]) {
      expect(outcome).toMatchObject({ t: 'unknown' });
    }
    healthy();
  });

  test('sends a request once although its connection is cut, because its caller decides about repeats', async () => {
    const request = await newRequest();
    const earlier = bench.vendor.calls.length;
    bench.vendor.setFault((call) => (bench.pays(call) ? 'lose_reply' : undefined));
    expect(await calls(bench, request).prepare()).toMatchObject({ t: 'unknown' });
    expect(bench.vendor.calls.slice(earlier).filter(bench.pays)).toHaveLength(1);
    await issuedOnce(request);
  });

  test('ends a lookup with its signal, even if its answer comes byte by byte', async () => {
    const request = await newRequest();
    always({ dripMs: DRIP_MS });
    const answer = bench.provider.lookup(request, AbortSignal.timeout(SHORT_TIMEOUT_MS));
    expect(await answer.catch(() => ({ t: 'unknown' }))).toMatchObject({ t: 'unknown' });
    await issuedOnce(request);
  });

  test("does not take another member's reward of the same amount for the member's own", async () => {
    healthy();
    const [mine, other] = [await newRequest(), await newRequest()];
    await issue(bench, other);
    let answerOfOther: unknown;
    bench.vendor.setFault(() => ({
      change: (body) => {
        answerOfOther = body;
        return body;
      },
    }));
    await calls(bench, other).prepare();
    bench.vendor.setFault((call) => (bench.pays(call) ? { change: () => answerOfOther } : undefined));
    expect(await calls(bench, mine).prepare()).toEqual({ t: 'accepted', why: 'review' });
    await issuedOnce(mine);
    expect(await liveOf(other)).toEqual(['live']);
  });

  test('lists each reward with our id and its cents', async () => {
    const request = await newRequest();
    await issuedOnce(request);
    const listed = [];
    for await (const batch of bench.provider.list?.(
      new Date(0),
      AbortSignal.timeout(CALL_TIMEOUT_MS),
      new Date(),
    ) ?? [])
      listed.push(...batch);
    const own = listed.filter(({ redemptionId }) => redemptionId === request.redemptionId);
    expect(own).toEqual([expect.objectContaining({ amountCents: 100, state: 'live' })]);
  });
});

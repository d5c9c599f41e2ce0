import type { Dice } from '#testing/seed.ts';
import type { Call, Fault } from './stand-in.ts';
import type { StripeStandIn } from './stripe.ts';
import { refusedCall } from './unlucky-sandbox.ts';

/** Counts of what was played, for the summary. */
export interface Tally {
  schedules: number;
  /** Kills by the step at which they happened. */
  kills: Record<string, number>;
  faults: Record<string, number>;
  /** Redemptions by how they ended. */
  ends: Record<string, number>;
}

interface Unlucky {
  dice: Dice;
  /** Decides which redemptions are refused. */
  seed: number;
  /** Share of the calls that get a fault. */
  share: number;
  isCalm: () => boolean;
  note: (name: string) => void;
}

/** Longer than the timeout of a call. */
const LATE_MS = 350;
const LANDING_MS_MAX = 150;

const common = (dice: Dice): [string, Fault][] => [
  ['request lost', 'lose_request'],
  ['reply lost', 'lose_reply'],
  ['429', { status: 429, headers: { 'Retry-After': '1' } }],
  ['500', { status: 500 }],
  ['503', { status: 503 }],
  ['401', { status: 401 }],
  ['reply after our timeout', { answerAfterMs: LATE_MS }],
  ['request lands after the connection broke', { landAfterMs: 1 + dice.below(LANDING_MS_MAX) }],
];

/** Tremendous with faults. Some redemptions are refused whenever they are ordered. */
export function unluckyTremendous(unlucky: Unlucky): (call: Call) => Fault | undefined {
  return (call) => {
    const orders = call.method === 'POST' && call.path.endsWith('/orders');
    if (orders) {
      const { external_id: id } = JSON.parse(call.text) as { external_id: string };
      if (refusedCall(unlucky.seed, id)) return { status: 400 };
    }
    return throwDice(unlucky, orders ? [['402', { status: 402 }]] : []);
  };
}

/** Stripe with faults. Some redemptions are refused when their card is made, some when it is activated. */
export function unluckyStripe(unlucky: Unlucky, stripe: StripeStandIn): (call: Call) => Fault | undefined {
  return (call) => {
    const pays = call.method === 'POST' && call.path.startsWith('/v1/issuing/cards');
    if (pays && isRefused(unlucky.seed, stripe, call)) return { status: 400 };
    return throwDice(
      unlucky,
      pays
        ? [
            ['500 kept for its key', { status: 500, kept: true }],
            [
              '409 in flight',
              { status: 409, body: { error: { code: 'idempotency_key_in_use', message: 'In use' } } },
            ],
          ]
        : [],
    );
  };
}

function isRefused(seed: number, stripe: StripeStandIn, call: Call): boolean {
  const id = call.path.split('/')[4];
  const form = new URLSearchParams(call.text);
  if (!id) return refusedCall(seed, form.get('metadata[redemption_id]') ?? '') === 'prepare';
  const card = stripe.cards.find((candidate) => candidate.id === id);
  return (
    form.get('status') === 'active' && refusedCall(seed, card?.metadata?.redemption_id ?? '') === 'commit'
  );
}

function throwDice({ dice, share, isCalm, note }: Unlucky, own: [string, Fault][]): Fault | undefined {
  if (isCalm() || !dice.chance(share)) return undefined;
  const [name, fault] = dice.pick([...common(dice), ...own]);
  note(name);
  return fault;
}

/** The transactions of a run, each recognised by one of its statements. */
const STEPS: [RegExp, string][] = [
  [/attempts = attempts \+ 1/, 'T2 claim'],
  [/stripe_customer_id = coalesce/, 'the name of the cardholder'],
  [/resting = true/, 'a pause'],
  [/select status, reward_id from card_redemptions/, 'a code of the stock'],
  [/select from rewards where id/, 'an upload of codes'],
  [/provider in \('manual', 'stock'\) for no key update/, 'an admin at a reward'],
  [/provider_ref = coalesce/, 'T3 the reference'],
  [/"issued_at"/, 'T4 issued'],
  [/update "card_redemptions"/, 'T5 failed'],
  [/select id from card_redemptions/, 'the sweep'],
];

/** The step at which a worker was killed: `transaction` is what it sent, and the last statement never arrived. */
export function stepOf(transaction: string[]): string {
  const sent = transaction.join('\n');
  const step = STEPS.find(([pattern]) => pattern.test(sent))?.[1];
  if (!step) return 'before a transaction';
  return `${/^Q[\s\S]{4}commit/i.test(transaction.at(-1) ?? '') ? 'before the commit of' : 'within'} ${step}`;
}

/** One line: what was played and how it ended. */
export function summary(seed: number, tallies: Tally[], broken: number): string {
  const sum = (table: 'kills' | 'faults' | 'ends') => {
    const all: Record<string, number> = {};
    for (const tally of tallies) {
      for (const [name, times] of Object.entries(tally[table])) all[name] = (all[name] ?? 0) + times;
    }
    const parts = Object.entries(all).sort(([, a], [, b]) => b - a);
    const total = parts.reduce((total, [, times]) => total + times, 0);
    return `${total} (${parts.map(([name, times]) => `${name} ${times}`).join(', ')})`;
  };
  const schedules = tallies.reduce((total, tally) => total + tally.schedules, 0);
  return `seed ${seed}: ${schedules} schedules, kills ${sum('kills')}, faults ${sum('faults')}, ends ${sum('ends')}, violations ${broken}`;
}

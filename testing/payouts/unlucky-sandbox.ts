import type { SandboxOptions } from '#providers/payouts/sandbox/sandbox.ts';
import { diceOf } from '#testing/seed.ts';

/** Faults of the sandbox issuer, which runs in the process of its worker. */
export interface SandboxPlan {
  seed: number;
  /** Seed that decides which redemptions are refused, the same in each process. */
  refusals: number;
  /** Share of the calls that get a fault; 0 for none. */
  faults: number;
  /** The process kills itself at the n-th call, before or after the issuer has carried it out. */
  killAt?: number;
}

const REFUSED_SHARE = 0.15;

/** Decides the fault of each call by the seed. Some redemptions are refused whenever they are to be paid. */
export function unluckySandbox(plan: SandboxPlan): NonNullable<SandboxOptions['fault']> {
  let calls = 0;
  const dice = diceOf(plan.seed, 'sandbox');
  return (call, redemptionId) => {
    calls += 1;
    if (calls === plan.killAt) {
      if (dice.chance(0.5)) process.kill(process.pid, 'SIGKILL');
      // The book is written within this call, so the next turns of the event loop are within or after the write.
      else setTimeout(() => process.kill(process.pid, 'SIGKILL'), dice.below(KILL_WITHIN_MS));
    }
    if (redemptionId !== undefined && refusedCall(plan.refusals, redemptionId) === call) return 'refuse';
    if (!dice.chance(plan.faults)) return undefined;
    return dice.pick(['rate', 'lose_request', 'lose_reply', { delayMs: dice.below(DELAY_MS_MAX) }] as const);
  };
}

const KILL_WITHIN_MS = 8;
/** Longer than the timeout of a call. */
const DELAY_MS_MAX = 400;

/** The call of the redemption that the vendor refuses each time, or none. */
export function refusedCall(seed: number, redemptionId: string): 'prepare' | 'commit' | undefined {
  const dice = diceOf(seed, redemptionId);
  return dice.chance(REFUSED_SHARE) ? dice.pick(['prepare', 'commit']) : undefined;
}

import { hash } from 'node:crypto';
import type { PromisedGoal } from './progress.ts';

const DIGEST_CHARS = 22;

/** What an offer promises, as a click keeps it. */
export interface OfferPromise {
  title: string;
  goals: readonly PromisedGoal[];
}

/** A digest of what an offer promises: the same while title and steps are, so that who starts it can say what they saw. */
export function promiseOf({ title, goals }: OfferPromise): string {
  const steps = goals.map((goal) => {
    const { goalId, name, points, paid, repeatable, deadlineSeconds } = goal;
    return [goalId, name, points, paid, repeatable, deadlineSeconds];
  });
  return hash('sha256', JSON.stringify([title, steps]), 'base64url').slice(0, DIGEST_CHARS);
}

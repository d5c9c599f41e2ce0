import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Redemption } from '#contract/redemption.ts';
import type { CardTier } from '#contract/values.ts';
import { Abandoned, useFreshSignIn } from '../account/fresh-sign-in.tsx';
import { CallError, call } from '../api/call.ts';
import { keys } from '../api/queries.ts';
import { forgetIntent, type Intent, keepIntent, keptIntent } from './intent.ts';

/** Where a redemption of this screen stands. */
export type Step =
  | { name: 'choosing' }
  /** The security check comes before the first request, and again where its use has run out. */
  | { name: 'captcha'; cardTier: CardTier; intent?: Intent }
  | { name: 'confirming'; cardTier: CardTier; intent?: Intent }
  | { name: 'done'; redemptionId: string };

/**
 * One redemption from the choice to the answer. The request id is made when the member confirms and kept until the
 * server has answered, so a double click, a lost answer or a reload repeats the same request.
 */
export function useRedemption(memberId: string) {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>({ name: 'choosing' });
  const [unfinished, setUnfinished] = useState(() => keptIntent(memberId));
  const underWay = useRef(false);

  const freshly = useFreshSignIn();

  const request = useMutation({
    mutationFn: ({ requestId, cardTier }: Intent) =>
      freshly(() => call('POST /api/redemptions', { body: { requestId, cardTier } })),
    onSuccess: async (redemption) => {
      answered();
      queryClient.setQueryData<Redemption[]>(keys.redemptions, (known) =>
        known ? [redemption, ...known.filter(({ id }) => id !== redemption.id)] : undefined,
      );
      setStep({ name: 'done', redemptionId: redemption.id });
      await Promise.all(
        [keys.user, keys.rewards, keys.redemptions].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: async (error, intent) => {
      // Nothing was made: the member may confirm again.
      if (error instanceof Abandoned) {
        answered();
        return setStep({ name: 'choosing' });
      }
      if (!(error instanceof CallError)) return setUnfinished(intent);
      if (error.code === 'captcha_required')
        return setStep({ name: 'captcha', cardTier: intent.cardTier, intent });
      if (isUndecided(error)) return setUnfinished(intent);
      answered();
      await queryClient.invalidateQueries({ queryKey: keys.rewards });
      // Paused meanwhile: the member's data tells why.
      if (error.code === 'paused') await queryClient.invalidateQueries({ queryKey: keys.user });
    },
    onSettled: () => {
      underWay.current = false;
    },
  });
  const answered = () => {
    forgetIntent();
    setUnfinished(undefined);
  };
  const send = (intent: Intent) => {
    if (underWay.current) return;
    underWay.current = true;
    request.mutate(intent);
  };

  return {
    step,
    request,
    /** A request that was sent and never answered. */
    unfinished,
    choose: (cardTier: CardTier) => {
      request.reset();
      setStep({ name: 'captcha', cardTier });
    },
    /** The security check is passed: what was confirmed before is sent again, the rest asks for a confirmation. */
    verified: () => {
      if (step.name !== 'captcha') return;
      setStep({ ...step, name: 'confirming' });
      if (step.intent) send(step.intent);
    },
    confirm: () => {
      if (step.name !== 'confirming' || underWay.current) return;
      const intent = step.intent ?? unfinished ?? keepIntent(memberId, step.cardTier);
      setStep({ ...step, intent });
      send(intent);
    },
    /** Takes up an unfinished request again. */
    resume: () => {
      if (!unfinished) return;
      setStep({ name: 'confirming', cardTier: unfinished.cardTier, intent: unfinished });
      send(unfinished);
    },
    discard: answered,
    close: () => {
      request.reset();
      setStep({ name: 'choosing' });
    },
  };
}

const SERVER_FAULT = 500;
const TOO_MANY_REQUESTS = 429;

/** True where the answer leaves open whether the redemption was made: it may be repeated with the same id. */
function isUndecided({ status }: CallError): boolean {
  return status >= SERVER_FAULT || status === TOO_MANY_REQUESTS;
}

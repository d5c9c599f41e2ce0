import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Redemption } from '#contract/redemptions.ts';
import type { RewardOffer } from '#contract/rewards.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { CallError, call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { forgetIntent, type Intent, keepIntent, keptIntent, markSent } from './intent.ts';
import { isUndecided } from './undecided.ts';

/** The step of a redemption on this screen. */
export type Step =
  | { name: 'choosing' }
  /** The security check precedes the first request, and is repeated once its use has expired. */
  | { name: 'captcha'; intent: Intent }
  | { name: 'confirming'; intent: Intent }
  | { name: 'done'; redemptionId: string };

interface Sending {
  intent: Intent;
  /** It was sent before, in this tab or another one, so that the server may have made the redemption already. */
  repeat: boolean;
}

/**
 * A redemption from the choice to the response. The request id is created with the choice and kept until the server has
 * responded, so a double click, a second tab, a lost response or a reload repeats the same request.
 */
export function useRedemption(memberId: string) {
  const queryClient = useQueryClient();
  const [step, setStep] = useState<Step>({ name: 'choosing' });
  const [unfinished, setUnfinished] = useState(() => sentIntent(memberId));
  /** A request has no response yet. Later is too late: the reads after it take their time, and the next one may be sent. */
  const underWay = useRef(false);

  const freshly = useFreshSignIn();

  const request = useMutation({
    mutationFn: ({ intent: { requestId, rewardId, pricePoints, terms } }: Sending) =>
      freshly(() => call('POST /api/redemptions', { body: { requestId, rewardId, pricePoints, terms } })),
    onSuccess: async (redemption, { intent }) => {
      underWay.current = false;
      answered(intent);
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
    onError: async (error, { intent, repeat }) => {
      underWay.current = false;
      if (error instanceof CallError && error.code === 'captcha_required') {
        // The server looks for the request's id before it asks for the check, so it has made nothing.
        answered(intent);
        return setStep({ name: 'captcha', intent: { ...intent, sent: false } });
      }
      const undecided = isUndecided(error, { repeat });
      if (undecided) setUnfinished(intent);
      else answered(intent);
      // What an earlier sending made can be seen there.
      if (undecided && repeat) void queryClient.invalidateQueries({ queryKey: keys.redemptions });
      if (error instanceof Abandoned) return setStep({ name: 'choosing' });
      if (undecided) return;
      await queryClient.invalidateQueries({ queryKey: keys.rewards });
      // Paused meanwhile: the member's data says why.
      if (error instanceof CallError && error.code === 'paused') {
        await queryClient.invalidateQueries({ queryKey: keys.user });
      }
    },
  });
  const answered = (intent: Intent) => {
    forgetIntent(intent);
    setUnfinished(undefined);
  };
  const send = (intent: Intent) => {
    if (underWay.current) return;
    underWay.current = true;
    const repeat = intent.sent || sentIntent(memberId)?.requestId === intent.requestId;
    request.mutate({ intent: markSent(intent), repeat });
  };

  return {
    step,
    request,
    /** A request that was sent and has no response. */
    unfinished,
    choose: (offer: RewardOffer) => {
      request.reset();
      // Another tab may meanwhile have sent a request that has no response yet.
      const sent = sentIntent(memberId);
      if (sent) setUnfinished(sent);
      else setStep({ name: 'captcha', intent: keepIntent(memberId, offer) });
    },
    /** After the security check: sends again what was confirmed before, else asks for confirmation. */
    verified: () => {
      if (step.name !== 'captcha') return;
      setStep({ ...step, name: 'confirming' });
      // The check was asked for once more.
      if (request.isError) send(step.intent);
    },
    confirm: () => step.name === 'confirming' && send(step.intent),
    /** Continues an unfinished request. */
    resume: () => {
      if (!unfinished) return;
      setStep({ name: 'confirming', intent: unfinished });
      send(unfinished);
    },
    discard: () => unfinished && answered(unfinished),
    close: () => {
      request.reset();
      setStep({ name: 'choosing' });
    },
  };
}

function sentIntent(memberId: string): Intent | undefined {
  const kept = keptIntent(memberId);
  return kept?.sent ? kept : undefined;
}

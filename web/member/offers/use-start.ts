import { useState } from 'react';
import type { Offer } from '#contract/offers.ts';
import { CallError, call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';
import { signInStore } from '#web/shared/api/sign-in-again.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { offerQuery } from './offers-query.ts';
import { openTab, secureAddress, type WaitingTab } from './open-tab.ts';
import { ownDevice } from './own-device.ts';

/** Starts an offer, or takes it up again, in a new tab. */
export function useStart({ wall, offerId, promise }: Pick<Offer, 'wall' | 'offerId' | 'promise'>) {
  const t = useT('offers');
  const errors = useErrorText();
  const params = { wall, offer: offerId };
  /** An address for the member to open, since the browser opened no tab. */
  const [blocked, setBlocked] = useState<string>();
  const [isUnsafe, setIsUnsafe] = useState(false);
  const starting = useCallMutation(
    async (tab: WaitingTab) => {
      // A question for the password would stand behind the new tab.
      const stop = signInStore.subscribe(() => signInStore.isAsked() && tab.close());
      try {
        return await call('POST /api/offers/{wall}/{offer}/start', {
          params,
          body: { device: ownDevice(), seen: promise },
        });
      } finally {
        stop();
      }
    },
    {
      onDone: ({ url }, tab) => {
        const address = secureAddress(url);
        setIsUnsafe(address === undefined);
        if (address === undefined) tab.close();
        else if (!tab.lead(address)) setBlocked(address);
      },
      onRefused: (_, tab) => tab.close(),
      stale: [keys.started],
      staleAnyway: [offerQuery(params).queryKey],
    },
  );
  const { error } = starting;
  const isGone = error instanceof CallError && error.code === 'not_found';
  return {
    /** To be called within a click. */
    start: () => {
      setBlocked(undefined);
      setIsUnsafe(false);
      starting.mutate(openTab(t('opening')));
    },
    isStarting: starting.isPending,
    blocked,
    isGone,
    failure: isUnsafe ? t('unsafe') : error && !isGone ? errors.text(error) : undefined,
  };
}

import { useEffect, useState } from 'react';
import { joinPush, leavePush, type PushState, pushState } from '#web/shared/push/browser-push.ts';

/** State of push messages in this browser; `dismissed`: the person closed the browser's question without a choice. */
export interface Push {
  state: PushState | 'checking' | 'dismissed' | 'failed';
  busy: boolean;
  /** Must be called in a click. */
  join: () => void;
  leave: () => void;
}

/** Push messages to this browser for this member. */
export function usePush(memberId: string): Push {
  const [state, setState] = useState<Push['state']>('checking');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let shown = true;
    pushState(memberId).then(
      (found) => shown && setState(found),
      () => shown && setState('unsupported'),
    );
    return () => {
      shown = false;
    };
  }, [memberId]);

  const during = (work: Promise<Push['state']>) => {
    setBusy(true);
    work.then(setState, () => setState('failed')).finally(() => setBusy(false));
  };
  return {
    state,
    busy,
    join: () => {
      if (busy || state === 'on' || state === 'unsupported' || state === 'blocked') return;
      during(joinPush(memberId).then((found) => (found === 'off' ? 'dismissed' : found)));
    },
    leave: () => {
      if (state === 'on') during(leavePush().then(() => pushState(memberId)));
    },
  };
}

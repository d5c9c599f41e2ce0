import { Suspense, useState } from 'react';
import { useUser } from '#web/shared/api/queries.ts';
import { withTexts } from '#web/shared/language/areas.tsx';
import { latePart } from '#web/shared/parts/late-part.tsx';
import { closePasskeyOffer, isPasskeyOffered } from './offered-passkey.ts';

const PasskeyOffer = latePart(
  () => withTexts('account', import('./passkey-offer.tsx')),
  (module) => module.PasskeyOffer,
);

/** Offers a passkey at the second visit; last on its screen, so that nothing moves when it comes or goes. */
export function SecondVisit() {
  const hasPasskey = useUser()?.hasPasskey ?? true;
  const [offered, setOffered] = useState(() => !hasPasskey && isPasskeyOffered());
  if (!offered || hasPasskey) return null;
  const close = () => {
    closePasskeyOffer();
    setOffered(false);
  };
  return (
    <div className="md:col-span-2">
      <Suspense>
        <PasskeyOffer onAnswer={close} />
      </Suspense>
    </div>
  );
}

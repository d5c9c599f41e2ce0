import { KeyRound } from 'lucide';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { FreshSignInProvider } from '#web/shared/fresh-sign-in/fresh-sign-in.tsx';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { usePasskeys } from './use-passkeys.ts';

/** Offers a member without a passkey to make one; `onAnswer` is called for a yes that worked and for a no. */
export function PasskeyOffer({ onAnswer }: { onAnswer: () => void }) {
  return (
    <AreaTexts area="account">
      <FreshSignInProvider>
        <Offer onAnswer={onAnswer} />
      </FreshSignInProvider>
    </AreaTexts>
  );
}

function Offer({ onAnswer }: { onAnswer: () => void }) {
  const t = useT('passkeys');
  const { add } = usePasskeys();
  return (
    <Card aria-labelledby="passkey-offer">
      <h2 id="passkey-offer" className="flex items-center gap-2 font-bold text-lg">
        <Icon of={KeyRound} className="size-5" />
        {t('heading')}
      </h2>
      <p className="mt-1 text-muted text-sm">{t('text')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          size="small"
          loading={add.isPending}
          onClick={() => add.mutate(undefined, { onSuccess: onAnswer })}
        >
          {t('add')}
        </Button>
        <Button size="small" variant="quiet" onClick={onAnswer}>
          {t('later')}
        </Button>
      </div>
    </Card>
  );
}

import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';
import type { ProviderVisit } from '#web/shared/parts/provider-visit.ts';
import { ProviderButton } from './provider-button.tsx';

type IdentityButtonsProps = Pick<ProviderVisit, 'inNewTab' | 'onNoTab'>;

/** A button for each other site whose accounts sign in here, if the operator has set any up. */
export function IdentityButtons(how: IdentityButtonsProps) {
  const t = useT('auth.identity');
  return (
    <div className="grid gap-2 empty:hidden">
      {site().identityProviders.map(({ id, name }) => (
        <ProviderButton key={id} provider={id} failed={t('failed', { provider: name })} {...how}>
          {t('use', { provider: name })}
        </ProviderButton>
      ))}
    </div>
  );
}

import { site } from '#web/shared/api/site.ts';
import { useT } from '#web/shared/language/language.tsx';
import { ProviderButton } from './provider-button.tsx';

/** A button for each other site whose accounts sign in here, if the operator has set any up. */
export function IdentityButtons() {
  const t = useT('auth.identity');
  return (
    <div className="grid gap-2 empty:hidden">
      {site().identityProviders.map(({ id, name }) => (
        <ProviderButton key={id} provider={id} failed={t('failed', { provider: name })}>
          {t('use', { provider: name })}
        </ProviderButton>
      ))}
    </div>
  );
}

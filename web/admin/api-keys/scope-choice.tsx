import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { KEY_SCOPES, MONEY_SCOPES } from '#contract/api-keys.values.ts';
import { useT } from '#web/shared/language/language.tsx';
import { SCOPE_TEXTS } from './scope-texts.ts';
import type { KeyValues } from './use-create-key.ts';

/** What the key may do, and a warning where that is money. */
export function ScopeChoice({ form }: { form: UseFormReturn<KeyValues> }) {
  const t = useT('apiKeys');
  const id = useId();
  const missing = form.formState.errors.scopes !== undefined;
  const movesMoney = form.watch('scopes').some((scope) => MONEY_SCOPES.some((one) => one === scope));
  return (
    <fieldset aria-describedby={`${id}-said`}>
      <legend className="mb-1 font-semibold">{t('scopes')}</legend>
      {KEY_SCOPES.map((scope) => (
        <label key={scope} className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl">
          <input
            type="checkbox"
            value={scope}
            aria-invalid={missing || undefined}
            className="size-5 shrink-0 accent-brand"
            {...form.register('scopes')}
          />
          <span className="min-w-0">{t(SCOPE_TEXTS[scope])}</span>
        </label>
      ))}
      <p id={`${id}-said`} role="status" className="text-sm">
        {missing && <span className="text-danger">{t('scopesMissing')}</span>}
        {movesMoney && (
          <span className="mt-1 block rounded-2xl bg-accent-soft p-3 text-on-accent-soft">{t('money')}</span>
        )}
      </p>
    </fieldset>
  );
}

import { type Control, useWatch } from 'react-hook-form';
import { KEY_SCOPES, MONEY_SCOPES } from '#contract/api-keys.values.ts';
import { CheckboxGroup } from '#web/admin/parts/checkbox-group.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { SCOPE_TEXTS } from './scope-texts.ts';
import type { KeyValues } from './use-create-key.ts';

/** The scopes of a key, with a warning if they include money. */
export function ScopeChoice({ control }: { control: Control<KeyValues> }) {
  const t = useT('apiKeys');
  const chosen = useWatch({ control, name: 'scopes' });
  const movesMoney = chosen.some((scope) => MONEY_SCOPES.some((one) => one === scope));
  return (
    <CheckboxGroup
      control={control}
      name="scopes"
      legend={t('scopes')}
      options={KEY_SCOPES.map((scope) => ({ value: scope, label: t(SCOPE_TEXTS[scope]) }))}
      missing={t('scopesMissing')}
      note={
        movesMoney && (
          <span className="mt-1 block rounded-2xl bg-accent-soft p-3 text-on-accent-soft">{t('money')}</span>
        )
      }
    />
  );
}

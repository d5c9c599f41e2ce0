import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import type { PlannedReward } from '#contract/rewards.ts';
import { PREMIUM_KINDS, REWARD_RANGES_USD, REWARD_STATUSES } from '#contract/rewards.values.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Options, TextField as PlainTextField } from '#ui/field.tsx';
import { changesOf } from '#web/admin/parts/changes-of.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { SelectField, TextArea, TextField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useProviderTexts } from './provider-texts.ts';
import { centsOf, newReward, planOf, type RewardValues, rewardRules, valuesOf } from './reward-values.ts';
import { REWARD_LISTS } from './use-change-rewards.ts';

interface RewardFormProps {
  /** The reward to change; undefined for a new one. */
  reward: PlannedReward | undefined;
  /** The payout providers that are set up on this site. */
  providers: string[];
  onSaved: () => void;
  onClose: () => void;
}

/** The form of a reward. The values stay when the server refuses them. */
export function RewardForm({ reward, providers, onSaved, onClose }: RewardFormProps) {
  const t = useT('rewards');
  const { form, save } = useRewardForm(reward, providers);
  return (
    <form
      noValidate
      className="grid max-w-3xl gap-4"
      // The screen closes only if it is still there when the answer comes.
      onSubmit={form.handleSubmit((values) => save.mutate(values, { onSuccess: onSaved }))}
    >
      <What form={form} fixed={reward !== undefined} />
      <Delivery form={form} providers={providers} />
      <Where form={form} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={save.isPending}>
          {t('save')}
        </Button>
        <Button variant="quiet" disabled={save.isPending} onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

function useRewardForm(reward: PlannedReward | undefined, providers: string[]) {
  const t = useT('rewards');
  // The reward as it was opened or last saved here: what another admin saves must not replace the form's values.
  const [given, setGiven] = useState(() =>
    reward ? valuesOf(reward) : newReward(providers.includes('manual') ? 'manual' : ''),
  );
  const form = useRuledForm<RewardValues>(rewardRules, given);
  const send = (values: RewardValues) => {
    if (reward) {
      const body = changesOf(planOf(given), planOf(values));
      return call('PATCH /api/admin/rewards/{id}', { params: { id: reward.id }, body });
    }
    const kind = PREMIUM_KINDS.find((one) => one === values.kind) ?? 'gift_card';
    return call('POST /api/admin/rewards', { body: { ...planOf(values), kind, key: values.key } });
  };
  const save = useCallMutation(send, {
    form,
    fieldNames: { amountUSD: 'amount' },
    fieldOfCode: { reward_key_taken: 'key', reward_has_stock: 'amount' },
    done: ({ status }) => ({ title: t('saved'), description: t(`savedText.${status}`) }),
    onDone: (_, values) => setGiven(values),
    stale: REWARD_LISTS,
    failed: t('saveFailed'),
  });
  return { form, save };
}

interface PartProps {
  form: UseFormReturn<RewardValues>;
}

function What({ form: { control, watch }, fixed }: PartProps & { fixed: boolean }) {
  const t = useT('rewards');
  const parts = useT('adminParts');
  const { dollars } = useFormats();
  const kind = watch('kind');
  const [least, most] = REWARD_RANGES_USD[kind];
  const cents = centsOf(watch('amount'));
  const price = cents === undefined ? undefined : (cents * POINTS_PER_DOLLAR) / 100;
  const prepaid = kind === 'prepaid_card';
  return (
    <Card as="div" className="grid items-start gap-4 sm:grid-cols-2">
      {fixed ? (
        <PlainTextField label={t('kind')} value={t(`kinds.${kind}`)} hint={t('kindFixed')} readOnly />
      ) : (
        <SelectField control={control} name="kind" label={t('kind')}>
          <Options values={PREMIUM_KINDS} label={(one) => t(`kinds.${one}`)} />
        </SelectField>
      )}
      <TextField
        control={control}
        name="key"
        label={t('key')}
        hint={fixed ? t('keyFixed') : t('keyHint')}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={fixed}
      />
      <TextField
        control={control}
        name="title"
        label={t('rewardTitle')}
        hint={prepaid ? t('titlePrepaid') : t('titleHint')}
      />
      <TextField
        control={control}
        name="amount"
        label={t('amount')}
        hint={
          prepaid
            ? t('amountPrepaid')
            : t('amountHint', { least: dollars(least * 100), most: dollars(most * 100) })
        }
        inputMode="decimal"
        readOnly={prepaid}
      />
      <p className="text-muted text-sm sm:col-span-2" aria-live="polite">
        {price === undefined ? t('priceRule') : t('price', { price: parts('points', { count: price }) })}
      </p>
      <div className="sm:col-span-2">
        <TextArea
          control={control}
          name="description"
          label={t('description')}
          hint={t('descriptionHint')}
          rows={2}
        />
      </div>
    </Card>
  );
}

function Delivery({ form: { control, watch }, providers }: PartProps & { providers: string[] }) {
  const t = useT('rewards');
  const textsOf = useProviderTexts();
  const provider = watch('provider');
  const chosen = providers.find((id) => id === provider);
  return (
    <Card as="div" className="grid gap-4">
      <SelectField
        control={control}
        name="provider"
        label={t('provider')}
        hint={chosen && textsOf(chosen).hint}
      >
        <option value="">{watch('kind') === 'prepaid_card' ? t('providerSetting') : t('choose')}</option>
        <Options values={providers} label={(id) => textsOf(id).name} />
      </SelectField>
      {chosen === 'tremendous' && (
        <TextArea
          control={control}
          name="productIds"
          label={t('productIds')}
          hint={t('productIdsHint')}
          rows={3}
          dir="ltr"
          spellCheck={false}
        />
      )}
    </Card>
  );
}

function Where({ form: { control, watch } }: PartProps) {
  const t = useT('rewards');
  return (
    <Card as="div" className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        control={control}
        name="regions"
        label={t('regions')}
        hint={t('regionsHint')}
        dir="ltr"
        spellCheck={false}
      />
      <SelectField
        control={control}
        name="status"
        label={t('status')}
        hint={t(`statusHint.${watch('status')}`)}
      >
        <Options values={REWARD_STATUSES} label={(status) => t(`statuses.${status}`)} />
      </SelectField>
    </Card>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { POINTS_PER_DOLLAR } from '#contract/points.ts';
import type { PlannedReward } from '#contract/rewards.ts';
import { PREMIUM_KINDS, REWARD_RANGES_USD, REWARD_STATUSES } from '#contract/rewards.values.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { toast } from '#ui/toast-store.ts';
import { changesOf } from '#web/admin/parts/changes-of.ts';
import { CallError, call } from '#web/shared/api/call.ts';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { useRuledForm, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useProviderTexts } from './provider-texts.ts';
import { centsOf, newReward, planOf, type RewardValues, rewardRules, valuesOf } from './reward-values.ts';
import { useRefreshRewards } from './use-change-rewards.ts';

interface RewardFormProps {
  /** The reward to change; undefined for a new one. */
  reward: PlannedReward | undefined;
  /** Those that are set up on this site. */
  providers: string[];
  onClose: () => void;
}

/** A reward being written. What was typed stays when the server refuses it. */
export function RewardForm({ reward, providers, onClose }: RewardFormProps) {
  const t = useT('rewards');
  const { form, save } = useRewardForm(reward, providers, onClose);
  return (
    <form
      noValidate
      className="grid max-w-3xl gap-4"
      onSubmit={form.handleSubmit((values) => save.mutate(values))}
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

function useRewardForm(reward: PlannedReward | undefined, providers: string[], onSaved: () => void) {
  const t = useT('rewards');
  const errors = useErrorText();
  const refresh = useRefreshRewards();
  // As it was opened: what another admin saves meanwhile is not typed here.
  const [given] = useState(() =>
    reward ? valuesOf(reward) : newReward(providers.includes('manual') ? 'manual' : ''),
  );
  const form = useRuledForm<RewardValues>(rewardRules, given);
  const showFields = useServerFieldErrors(form, undefined, { amountUSD: 'amount' });
  const save = useMutation({
    mutationFn: (values: RewardValues) => {
      if (reward) {
        const body = changesOf(planOf(given), planOf(values));
        return call('PATCH /api/admin/rewards/{id}', { params: { id: reward.id }, body });
      }
      const kind = PREMIUM_KINDS.find((one) => one === values.kind) ?? 'gift_card';
      return call('POST /api/admin/rewards', { body: { ...planOf(values), kind, key: values.key } });
    },
    onSuccess: async ({ status }) => {
      toast({ title: t('saved'), description: t(`savedText.${status}`), tone: 'success' });
      await refresh();
      onSaved();
    },
    onError: (error) => {
      const code = error instanceof CallError ? error.code : undefined;
      const field = code === 'reward_key_taken' ? 'key' : code === 'reward_has_stock' ? 'amount' : undefined;
      if (field) form.setError(field, { type: 'server', message: errors.text(error) }, { shouldFocus: true });
      else if (!showFields(error))
        toast({ title: t('saveFailed'), description: errors.message(error), tone: 'error' });
    },
  });
  return { form, save };
}

interface PartProps {
  form: UseFormReturn<RewardValues>;
}

function What({ form, fixed }: PartProps & { fixed: boolean }) {
  const t = useT('rewards');
  const common = useT('common');
  const { dollars } = useFormats();
  const faultText = useFaultText();
  const { errors } = form.formState;
  const kind = form.watch('kind');
  const [least, most] = REWARD_RANGES_USD[kind];
  const cents = centsOf(form.watch('amount'));
  const price = cents === undefined ? undefined : (cents * POINTS_PER_DOLLAR) / 100;
  const prepaid = kind === 'prepaid_card';
  return (
    <Card as="div" className="grid items-start gap-4 sm:grid-cols-2">
      {fixed ? (
        <TextField label={t('kind')} value={t(`kinds.${kind}`)} hint={t('kindFixed')} readOnly />
      ) : (
        <SelectField label={t('kind')} {...form.register('kind')}>
          {PREMIUM_KINDS.map((one) => (
            <option key={one} value={one}>
              {t(`kinds.${one}`)}
            </option>
          ))}
        </SelectField>
      )}
      <TextField
        label={t('key')}
        hint={fixed ? t('keyFixed') : t('keyHint')}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={fixed}
        error={faultText(errors.key?.message)}
        {...form.register('key')}
      />
      <TextField
        label={t('rewardTitle')}
        hint={prepaid ? t('titlePrepaid') : t('titleHint')}
        error={faultText(errors.title?.message)}
        {...form.register('title')}
      />
      <TextField
        label={t('amount')}
        hint={
          prepaid
            ? t('amountPrepaid')
            : t('amountHint', { least: dollars(least * 100), most: dollars(most * 100) })
        }
        inputMode="decimal"
        readOnly={prepaid}
        error={faultText(errors.amount?.message)}
        {...form.register('amount')}
      />
      <p className="text-muted text-sm sm:col-span-2" aria-live="polite">
        {price === undefined ? t('priceRule') : t('price', { price: common('points', { count: price }) })}
      </p>
      <div className="sm:col-span-2">
        <TextArea
          label={t('description')}
          hint={t('descriptionHint')}
          rows={2}
          error={faultText(errors.description?.message)}
          {...form.register('description')}
        />
      </div>
    </Card>
  );
}

function Delivery({ form, providers }: PartProps & { providers: string[] }) {
  const t = useT('rewards');
  const faultText = useFaultText();
  const { errors } = form.formState;
  const textsOf = useProviderTexts();
  const provider = form.watch('provider');
  const chosen = providers.find((id) => id === provider);
  return (
    <Card as="div" className="grid gap-4">
      <SelectField
        label={t('provider')}
        hint={chosen && textsOf(chosen).hint}
        error={faultText(errors.provider?.message)}
        {...form.register('provider')}
      >
        <option value="">{form.watch('kind') === 'prepaid_card' ? t('providerSetting') : t('choose')}</option>
        {providers.map((id) => (
          <option key={id} value={id}>
            {textsOf(id).name}
          </option>
        ))}
      </SelectField>
      {chosen === 'tremendous' && (
        <TextArea
          label={t('productIds')}
          hint={t('productIdsHint')}
          rows={3}
          dir="ltr"
          spellCheck={false}
          error={faultText(errors.productIds?.message)}
          {...form.register('productIds')}
        />
      )}
    </Card>
  );
}

function Where({ form }: PartProps) {
  const t = useT('rewards');
  const faultText = useFaultText();
  const { errors } = form.formState;
  return (
    <Card as="div" className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label={t('regions')}
        hint={t('regionsHint')}
        dir="ltr"
        spellCheck={false}
        error={faultText(errors.regions?.message)}
        {...form.register('regions')}
      />
      <SelectField
        label={t('status')}
        hint={t(`statusHint.${form.watch('status')}`)}
        {...form.register('status')}
      >
        {REWARD_STATUSES.map((status) => (
          <option key={status} value={status}>
            {t(`statuses.${status}`)}
          </option>
        ))}
      </SelectField>
    </Card>
  );
}

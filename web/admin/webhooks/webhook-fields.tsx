import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { fault } from '#contract/faults.ts';
import { required } from '#contract/rules.ts';
import {
  WEBHOOK_DESCRIPTION_MAX_LENGTH,
  WEBHOOK_EVENTS,
  WEBHOOK_URL_MAX_LENGTH,
} from '#contract/webhooks.values.ts';
import { TextField as PlainTextField } from '#ui/field.tsx';
import { CheckboxGroup } from '#web/admin/parts/checkbox-group.tsx';
import { TextField } from '#web/shared/forms/fields.tsx';
import { useT } from '#web/shared/language/language.tsx';

export const WEBHOOK_RULES = z.object({
  url: required,
  description: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)).check(z.minLength(1, fault('required'))),
});
export type WebhookValues = z.infer<typeof WEBHOOK_RULES>;

/** Address, name and events of a webhook. */
export function WebhookFields({ form }: { form: UseFormReturn<WebhookValues> }) {
  const t = useT('webhooks');
  const { control, formState, register } = form;
  const eventOptions = WEBHOOK_EVENTS.map((event) => ({
    value: event,
    label: (
      <code dir="ltr" className="text-sm">
        {event}
      </code>
    ),
  }));
  return (
    <>
      <PlainTextField
        type="url"
        dir="ltr"
        label={t('url')}
        hint={t('urlHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={WEBHOOK_URL_MAX_LENGTH}
        error={formState.errors.url && t('urlWrong')}
        data-autofocus
        {...register('url')}
      />
      <TextField
        control={control}
        name="description"
        label={t('name')}
        hint={t('nameHint')}
        autoComplete="off"
        maxLength={WEBHOOK_DESCRIPTION_MAX_LENGTH}
      />
      <CheckboxGroup
        control={control}
        name="events"
        legend={t('events')}
        options={eventOptions}
        missing={t('eventsMissing')}
        className="grid sm:grid-cols-2"
      />
    </>
  );
}

import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { fault } from '#contract/faults.ts';
import { required } from '#contract/rules.ts';
import {
  WEBHOOK_DESCRIPTION_MAX_LENGTH,
  WEBHOOK_EVENTS,
  WEBHOOK_URL_MAX_LENGTH,
} from '#contract/webhooks.values.ts';
import { TextField } from '#ui/field.tsx';
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
  const { errors } = form.formState;
  return (
    <>
      <TextField
        type="url"
        dir="ltr"
        label={t('url')}
        hint={t('urlHint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={WEBHOOK_URL_MAX_LENGTH}
        error={errors.url && t('urlWrong')}
        data-autofocus
        {...form.register('url')}
      />
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        autoComplete="off"
        maxLength={WEBHOOK_DESCRIPTION_MAX_LENGTH}
        {...form.register('description')}
      />
      <EventChoice form={form} />
    </>
  );
}

function EventChoice({ form }: { form: UseFormReturn<WebhookValues> }) {
  const t = useT('webhooks');
  const id = useId();
  const missing = form.formState.errors.events !== undefined;
  return (
    <fieldset aria-describedby={`${id}-missing`}>
      <legend className="mb-1 font-semibold">{t('events')}</legend>
      <div className="grid sm:grid-cols-2">
        {WEBHOOK_EVENTS.map((event) => (
          <label key={event} className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl">
            <input
              type="checkbox"
              value={event}
              aria-invalid={missing || undefined}
              className="size-5 shrink-0 accent-brand"
              {...form.register('events')}
            />
            <code dir="ltr" className="wrap-anywhere min-w-0 text-sm">
              {event}
            </code>
          </label>
        ))}
      </div>
      <p id={`${id}-missing`} role="status" className="text-danger text-sm">
        {missing && t('eventsMissing')}
      </p>
    </fieldset>
  );
}

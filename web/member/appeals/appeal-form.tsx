import { useEffect } from 'react';
import * as z from 'zod/mini';
import { APPEAL_MAX_LENGTH } from '#contract/appeals.values.ts';
import { required } from '#contract/rules.ts';
import { Button } from '#ui/button.tsx';
import { keep, kept } from '#web/shared/browser/storage.ts';
import { TextArea } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';

const RULES = z.object({ text: required });

/** The call that sends the appeal, and its state. */
interface AppealSending {
  mutate: (text: string) => unknown;
  isPending: boolean;
}

interface AppealFormProps {
  send: AppealSending;
  /** Where the tab keeps the text until it is sent or given up. */
  draft: string;
  onCancel: () => void;
}

/** The form of an appeal. */
export function AppealForm({ send, draft, onCancel }: AppealFormProps) {
  const t = useT('pause');
  const form = useRuledForm(RULES, { text: kept(draft, 'tab') ?? '' });
  const { setFocus } = form;
  useEffect(() => setFocus('text'), [setFocus]);
  return (
    <form
      noValidate
      className="mt-4 grid gap-3 rounded-2xl bg-surface p-4 text-ink"
      onChange={() => keep(draft, form.getValues('text'), 'tab')}
      onSubmit={form.handleSubmit(({ text }) => send.mutate(text))}
    >
      <TextArea
        control={form.control}
        name="text"
        label={t('label')}
        hint={t('hint')}
        maxLength={APPEAL_MAX_LENGTH}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" loading={send.isPending}>
          {t('send')}
        </Button>
        <Button size="small" variant="quiet" disabled={send.isPending} onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import {
  ADJUSTMENT_REASONS,
  type AdjustmentReason,
  MONEY_TEXT_MAX_LENGTH,
} from '#contract/approvals.values.ts';
import { fault } from '#contract/faults.ts';
import { POINTS_MAX } from '#contract/points.ts';
import { required } from '#contract/rules.ts';
import { Button } from '#ui/button.tsx';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { toast } from '#ui/toast-store.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { call } from '#web/shared/api/call.ts';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { useRuledForm, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { isOfStaff } from './award-form.tsx';
import { useRequestId } from './use-request-id.ts';

const RULES = z.object({
  points: z.string().check(
    z.trim(),
    z.regex(/^[-+−]?\d+$/, fault('invalid')),
    z.refine((text) => toPoints(text) !== 0, fault('invalid')),
  ),
  reasonCode: z.enum(ADJUSTMENT_REASONS),
  text: required,
});
interface Values {
  points: string;
  reasonCode: AdjustmentReason;
  text: string;
}

/** The minus sign of a keyboard or of typography. */
const toPoints = (text: string): number => Number(text.trim().replace('−', '-'));

/** Gives a member points, or takes some. */
export function AdjustmentForm({ userId }: { userId: string }) {
  const t = useT('adjustments');
  const faultText = useFaultText();
  const { form, adjust } = useAdjust(userId);
  const { errors } = form.formState;
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => adjust.mutate(values))}>
      <TextField
        label={t('points')}
        hint={t('pointsHint')}
        dir="ltr"
        autoComplete="off"
        maxLength={String(POINTS_MAX).length + 1}
        error={faultText(errors.points?.message)}
        {...form.register('points')}
      />
      <SelectField label={t('reason')} {...form.register('reasonCode')}>
        {ADJUSTMENT_REASONS.map((reason) => (
          <option key={reason} value={reason}>
            {t(`reasons.${reason}`)}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t('text')}
        hint={t('textHint')}
        rows={3}
        maxLength={MONEY_TEXT_MAX_LENGTH}
        error={faultText(errors.text?.message)}
        {...form.register('text')}
      />
      <div>
        <Button type="submit" loading={adjust.isPending}>
          {t('submit')}
        </Button>
      </div>
    </form>
  );
}

function useAdjust(userId: string) {
  const t = useT('adjustments');
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const queryClient = useQueryClient();
  const request = useRequestId();
  const form = useRuledForm<Values>(RULES, { points: '', reasonCode: 'goodwill', text: '' });
  const showFields = useServerFieldErrors(form);
  const adjust = useMutation({
    mutationFn: (values: Values) => {
      const content = { ...values, points: toPoints(values.points), text: values.text.trim() };
      const body = { ...content, requestId: request.idOf({ ...content, userId }) };
      return freshly(() => call('POST /api/admin/users/{id}/adjustments', { params: { id: userId }, body }));
    },
    onSuccess: async ({ standing }) => {
      request.next();
      form.reset();
      const waits = standing === 'awaiting_approval';
      toast({ title: t(waits ? 'waits' : 'done'), tone: 'success' });
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfStaff(queryKey[0]) });
    },
    onError: (error) => {
      if (error instanceof Abandoned || showFields(error)) return;
      toast({ title: t('failed'), description: errors.text(error), tone: 'error' });
    },
  });
  return { form, adjust };
}

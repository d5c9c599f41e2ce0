import * as z from 'zod/mini';
import { ADJUSTMENT_REASONS, MONEY_TEXT_MAX_LENGTH } from '#contract/approvals.values.ts';
import { fault } from '#contract/faults.ts';
import { POINTS_MAX } from '#contract/points.ts';
import { required } from '#contract/rules.ts';
import { Button } from '#ui/button.tsx';
import { Options } from '#ui/field.tsx';
import { clearSent } from '#web/admin/parts/clear-sent.ts';
import { inWords } from '#web/admin/parts/in-words.ts';
import { useReadAllAgain } from '#web/admin/parts/use-read-again.ts';
import { useRequestId } from '#web/admin/parts/use-request-id.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { SelectField, TextArea, TextField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';

const RULES = z.object({
  points: z.string().check(
    z.trim(),
    z.regex(/^[-+−]?\d+$/, fault('invalid')),
    z.refine((text) => toPoints(text) !== 0, fault('invalid')),
  ),
  reasonCode: z.enum(ADJUSTMENT_REASONS),
  text: required,
});
type Values = z.infer<typeof RULES>;

/** Accepts the minus sign of a keyboard and that of typography. */
const toPoints = (text: string): number => Number(text.trim().replace('−', '-'));

/** Adds points to a member's balance, or takes some from it. */
export function AdjustmentForm({ userId }: { userId: string }) {
  const t = useT('adjustments');
  const { form, adjust } = useAdjust(userId);
  const { control } = form;
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit((values) => adjust.mutate(values))}>
      <TextField
        control={control}
        name="points"
        label={t('points')}
        hint={t('pointsHint')}
        dir="ltr"
        autoComplete="off"
        maxLength={String(POINTS_MAX).length + 1}
      />
      <SelectField control={control} name="reasonCode" label={t('reason')}>
        <Options values={ADJUSTMENT_REASONS} label={(reason) => t(`reasons.${reason}`)} />
      </SelectField>
      <TextArea
        control={control}
        name="text"
        label={t('text')}
        hint={t('textHint')}
        rows={3}
        maxLength={MONEY_TEXT_MAX_LENGTH}
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
  const readAllAgain = useReadAllAgain();
  const request = useRequestId();
  const form = useRuledForm<Values>(RULES, { points: '', reasonCode: 'goodwill', text: '' });
  const send = (values: Values) => {
    const content = { ...values, points: toPoints(values.points), text: values.text.trim() };
    const body = { ...content, requestId: request.idOf({ ...content, userId }) };
    return call('POST /api/admin/users/{id}/adjustments', { params: { id: userId }, body });
  };
  const adjust = useCallMutation(send, {
    form,
    fresh: true,
    done: ({ standing }) => ({ title: t(standing === 'awaiting_approval' ? 'waits' : 'done') }),
    onDone: (_, sent) => {
      request.next();
      clearSent(form, sent);
      return readAllAgain();
    },
    failed: inWords(t('failed')),
  });
  return { form, adjust };
}

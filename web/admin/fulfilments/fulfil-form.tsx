import * as z from 'zod/mini';
import { fault } from '#contract/faults.ts';
import type { CallInput } from '#contract/index.ts';
import { VOUCHER_CODE_MAX_LENGTH, VOUCHER_PIN_MAX_LENGTH } from '#contract/rewards.values.ts';
import { Button } from '#ui/button.tsx';
import { DealtWith } from '#web/admin/parts/dealt-with.tsx';
import type { Work } from '#web/admin/parts/use-kept.ts';
import { call } from '#web/shared/api/call.ts';
import { mayHaveBeenDone } from '#web/shared/api/may-have-been-done.ts';
import { TextField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { useFulfilmentCall } from './use-fulfilment-calls.ts';

const LINK_MAX_LENGTH = 2_000;
const KINDS = ['code', 'link'] as const;
const RULES = z
  .object({
    kind: z.enum(KINDS),
    code: z.string(),
    pin: z.string(),
    link: z.string(),
    /** A day, or empty. */
    expiresOn: z.string(),
  })
  .check(
    z.refine(({ kind, code }) => kind !== 'code' || code.trim() !== '', {
      path: ['code'],
      error: fault('required'),
    }),
    z.refine(({ kind, link }) => kind !== 'link' || /^https:\/\/\S+$/.test(link.trim()), {
      path: ['link'],
      error: fault('invalid'),
    }),
  );
type Values = z.infer<typeof RULES>;
type Given = CallInput<'POST /api/admin/fulfilments/{id}/fulfil'>['body'];

/** What is typed for one redemption. */
export const useFulfilForm = () =>
  useRuledForm<Values>(RULES, { kind: 'code', code: '', pin: '', link: '', expiresOn: '' });

interface FulfilFormProps extends Work {
  id: string;
  /** What the member owes, as it is shown. */
  owedPoints: number;
  form: ReturnType<typeof useFulfilForm>;
  mayAct: boolean;
}

/** Takes the code or the link for the member. What was typed stays while it cannot be sent. */
export function FulfilForm({ id, owedPoints, form, gone, settle, mayAct }: FulfilFormProps) {
  const t = useT('fulfilment');
  const { control } = form;
  const kind = form.watch('kind');
  const fulfil = useFulfilmentCall((values: Values) => give(id, { ...bodyOf(values), owedPoints }), {
    form,
    fieldOfCode: { code_known: kind },
    done: { title: t('done'), description: t('doneText') },
    onDone: settle,
    tellsFieldErrors: true,
  });
  return (
    <form
      noValidate
      className="grid gap-3"
      onSubmit={form.handleSubmit((values) => mayAct && fulfil.mutate(values))}
    >
      <fieldset className="flex flex-wrap gap-4">
        <legend className="mb-1 font-semibold text-sm">{t('give')}</legend>
        {KINDS.map((one) => (
          <label key={one} className="flex min-h-10 cursor-pointer items-center gap-2">
            <input type="radio" value={one} className="size-5 accent-brand" {...form.register('kind')} />
            {t(`gives.${one}`)}
          </label>
        ))}
      </fieldset>
      {kind === 'code' ? (
        <div className="grid items-start gap-3 sm:grid-cols-[2fr_1fr]">
          <TextField
            control={control}
            name="code"
            label={t('code')}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            maxLength={VOUCHER_CODE_MAX_LENGTH}
          />
          <TextField
            control={control}
            name="pin"
            label={t('pin')}
            dir="ltr"
            autoComplete="off"
            maxLength={VOUCHER_PIN_MAX_LENGTH}
          />
        </div>
      ) : (
        <TextField
          control={control}
          name="link"
          label={t('link')}
          hint={t('linkHint')}
          dir="ltr"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          maxLength={LINK_MAX_LENGTH}
        />
      )}
      <TextField control={control} name="expiresOn" label={t('expiresOn')} type="date" />
      {(mayAct || fulfil.isPending) && (
        <Button type="submit" loading={fulfil.isPending}>
          {t('fulfil')}
        </Button>
      )}
      {gone && !fulfil.isPending && <DealtWith typed />}
    </form>
  );
}

/** A call that failed may have been done all the same, and the queue would not tell: sent once more, the answer is the same. */
function give(id: string, body: Given): Promise<unknown> {
  const send = () => call('POST /api/admin/fulfilments/{id}/fulfil', { params: { id }, body });
  return send().catch((error: unknown) => {
    if (mayHaveBeenDone(error)) return send();
    throw error;
  });
}

function bodyOf({ kind, code, pin, link, expiresOn }: Values): Given {
  const until = { expiresOn: expiresOn || null };
  if (kind === 'code') return { ...until, kind, code: code.trim(), pin: pin.trim() || null };
  return { ...until, kind, link: link.trim() };
}

import { Plus, Trash2 } from 'lucide-react';
import { type UseFormReturn, useFieldArray } from 'react-hook-form';
import type { MissionKind } from '#contract/missions.values.ts';
import { Button } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { useT } from '#web/shared/language/language.tsx';
import { type MissionValues, newItem, newQuestion } from './mission-values.ts';

type Form = UseFormReturn<MissionValues>;

/** What a mission of this kind is about. */
export function ContentFields({ kind, form }: { kind: MissionKind; form: Form }) {
  switch (kind) {
    case 'video':
      return <VideoFields form={form} />;
    case 'survey':
      return <SurveyFields form={form} />;
    case 'browse':
      return <BrowseFields form={form} />;
    default:
      return <LinkFields form={form} />;
  }
}

function Seconds({ form }: { form: Form }) {
  const t = useT('missionsEditor');
  const faultText = useFaultText();
  return (
    <TextField
      label={t('seconds')}
      hint={t('secondsHint')}
      inputMode="numeric"
      error={faultText(form.formState.errors.seconds?.message)}
      {...form.register('seconds')}
    />
  );
}

function VideoFields({ form }: { form: Form }) {
  const t = useT('missionsEditor');
  const faultText = useFaultText();
  return (
    <>
      <TextArea
        label={t('sources')}
        hint={t('sourcesHint')}
        rows={2}
        dir="ltr"
        spellCheck={false}
        error={faultText(form.formState.errors.sources?.message)}
        {...form.register('sources')}
      />
      <Seconds form={form} />
    </>
  );
}

function LinkFields({ form }: { form: Form }) {
  const t = useT('missionsEditor');
  const faultText = useFaultText();
  const { errors } = form.formState;
  return (
    <>
      <TextField
        label={t('advertiser')}
        hint={t('advertiserHint')}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        error={faultText(errors.advertiser?.message)}
        {...form.register('advertiser')}
      />
      <TextField
        label={t('url')}
        hint={t('urlHint', { click: '{click}' })}
        dir="ltr"
        spellCheck={false}
        autoCapitalize="none"
        inputMode="url"
        error={faultText(errors.url?.message)}
        {...form.register('url')}
      />
    </>
  );
}

function SurveyFields({ form }: { form: Form }) {
  const t = useT('missionsEditor');
  const faultText = useFaultText();
  const { control, formState, register } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'questions' });
  const bad = formState.errors.questions;
  return (
    <div className="grid gap-4">
      {fields.map(({ id }, position) => (
        <fieldset key={id} className="grid gap-3 rounded-2xl border-2 border-line p-4">
          <legend className="px-1 font-bold">{t('question', { number: position + 1 })}</legend>
          <TextField
            label={t('questionText')}
            error={faultText(bad?.[position]?.text?.message)}
            {...register(`questions.${position}.text`)}
          />
          <TextArea
            label={t('options')}
            hint={t('optionsHint')}
            error={faultText(bad?.[position]?.options?.message)}
            {...register(`questions.${position}.options`)}
          />
          {fields.length > 1 && (
            <Remove label={t('removeQuestion', { number: position + 1 })} onClick={() => remove(position)} />
          )}
        </fieldset>
      ))}
      <ListFault text={faultText(bad?.root?.message)} />
      <Add label={t('addQuestion')} onClick={() => append(newQuestion())} />
    </div>
  );
}

function BrowseFields({ form }: { form: Form }) {
  const t = useT('missionsEditor');
  const faultText = useFaultText();
  const { control, formState, register } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'items' });
  const bad = formState.errors.items;
  return (
    <div className="grid gap-4">
      <Seconds form={form} />
      {fields.map(({ id }, position) => (
        <fieldset key={id} className="grid gap-3 rounded-2xl border-2 border-line p-4">
          <legend className="px-1 font-bold">{t('item', { number: position + 1 })}</legend>
          <div className="grid gap-3 sm:grid-cols-[2fr_1fr]">
            <TextField
              label={t('itemTitle')}
              error={faultText(bad?.[position]?.title?.message)}
              {...register(`items.${position}.title`)}
            />
            <TextField
              label={t('itemPrice')}
              error={faultText(bad?.[position]?.price?.message)}
              {...register(`items.${position}.price`)}
            />
          </div>
          <TextField
            label={t('itemText')}
            error={faultText(bad?.[position]?.text?.message)}
            {...register(`items.${position}.text`)}
          />
          {fields.length > 1 && (
            <Remove label={t('removeItem', { number: position + 1 })} onClick={() => remove(position)} />
          )}
        </fieldset>
      ))}
      <ListFault text={faultText(bad?.root?.message)} />
      <Add label={t('addItem')} onClick={() => append(newItem())} />
    </div>
  );
}

/** What is wrong with a list as a whole: too short, too long. */
function ListFault({ text }: { text: string | undefined }) {
  return (
    <p role="alert" className="font-medium text-danger text-sm empty:hidden">
      {text}
    </p>
  );
}

function Add({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="small" variant="secondary" className="justify-self-start" onClick={onClick}>
      <Plus aria-hidden="true" className="size-4" />
      {label}
    </Button>
  );
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="small" variant="quiet" className="justify-self-start text-danger!" onClick={onClick}>
      <Trash2 aria-hidden="true" className="size-4" />
      {label}
    </Button>
  );
}

import { Plus, Trash2 } from 'lucide';
import type { ReactNode } from 'react';
import { type Control, useFieldArray, useFormState } from 'react-hook-form';
import type { MissionKind } from '#contract/missions.values.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { TextArea, TextField } from '#web/shared/forms/fields.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { type MissionValues, newItem, newQuestion } from './mission-values.ts';

type FormControl = Control<MissionValues>;

/** The fields for the content of a mission of this kind. */
export function ContentFields({ kind, control }: { kind: MissionKind; control: FormControl }) {
  switch (kind) {
    case 'video':
      return <VideoFields control={control} />;
    case 'survey':
      return <SurveyFields control={control} />;
    case 'browse':
      return <BrowseFields control={control} />;
    default:
      return <LinkFields control={control} />;
  }
}

function Seconds({ control }: { control: FormControl }) {
  const t = useT('missionsEditor');
  return (
    <TextField
      control={control}
      name="seconds"
      label={t('seconds')}
      hint={t('secondsHint')}
      inputMode="numeric"
    />
  );
}

function VideoFields({ control }: { control: FormControl }) {
  const t = useT('missionsEditor');
  return (
    <>
      <TextArea
        control={control}
        name="sources"
        label={t('sources')}
        hint={t('sourcesHint')}
        rows={2}
        dir="ltr"
        spellCheck={false}
      />
      <Seconds control={control} />
    </>
  );
}

function LinkFields({ control }: { control: FormControl }) {
  const t = useT('missionsEditor');
  const typed = { control, dir: 'ltr', spellCheck: false, autoCapitalize: 'none' } as const;
  return (
    <>
      <TextField {...typed} name="advertiser" label={t('advertiser')} hint={t('advertiserHint')} />
      <TextField
        {...typed}
        name="url"
        label={t('url')}
        hint={t('urlHint', { click: '{click}' })}
        inputMode="url"
      />
    </>
  );
}

function SurveyFields({ control }: { control: FormControl }) {
  const t = useT('missionsEditor');
  const { fields, append, remove } = useFieldArray({ control, name: 'questions' });
  return (
    <div className="grid gap-4">
      {fields.map(({ id }, position) => (
        <Entry
          key={id}
          title={t('question', { number: position + 1 })}
          removeLabel={t('removeQuestion', { number: position + 1 })}
          onRemove={fields.length > 1 ? () => remove(position) : undefined}
        >
          <TextField control={control} name={`questions.${position}.text`} label={t('questionText')} />
          <TextArea
            control={control}
            name={`questions.${position}.options`}
            label={t('options')}
            hint={t('optionsHint')}
          />
        </Entry>
      ))}
      <ListFault control={control} list="questions" />
      <Add label={t('addQuestion')} onClick={() => append(newQuestion())} />
    </div>
  );
}

function BrowseFields({ control }: { control: FormControl }) {
  const t = useT('missionsEditor');
  const { fields, append, remove } = useFieldArray({ control, name: 'items' });
  return (
    <div className="grid gap-4">
      <Seconds control={control} />
      {fields.map(({ id }, position) => (
        <Entry
          key={id}
          title={t('item', { number: position + 1 })}
          removeLabel={t('removeItem', { number: position + 1 })}
          onRemove={fields.length > 1 ? () => remove(position) : undefined}
        >
          <div className="grid gap-3 sm:grid-cols-[2fr_1fr]">
            <TextField control={control} name={`items.${position}.title`} label={t('itemTitle')} />
            <TextField control={control} name={`items.${position}.price`} label={t('itemPrice')} />
          </div>
          <TextField control={control} name={`items.${position}.text`} label={t('itemText')} />
        </Entry>
      ))}
      <ListFault control={control} list="items" />
      <Add label={t('addItem')} onClick={() => append(newItem())} />
    </div>
  );
}

interface EntryProps {
  title: string;
  removeLabel: string;
  /** Undefined if it is the only entry. */
  onRemove: (() => void) | undefined;
  children: ReactNode;
}

/** One question or one item. */
function Entry({ title, removeLabel, onRemove, children }: EntryProps) {
  return (
    <fieldset className="grid gap-3 rounded-2xl border-2 border-line p-4">
      <legend className="px-1 font-bold">{title}</legend>
      {children}
      {onRemove && (
        <Button size="small" variant="quiet" className="justify-self-start text-danger!" onClick={onRemove}>
          <Icon of={Trash2} className="size-4" />
          {removeLabel}
        </Button>
      )}
    </fieldset>
  );
}

/** The fault of a list as a whole: too short, too long. */
function ListFault({ control, list }: { control: FormControl; list: 'questions' | 'items' }) {
  const faultText = useFaultText();
  const { errors } = useFormState({ control, name: list });
  return (
    <p role="alert" className="font-medium text-danger text-sm empty:hidden">
      {faultText(errors[list]?.root?.message)}
    </p>
  );
}

function Add({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button size="small" variant="secondary" className="justify-self-start" onClick={onClick}>
      <Icon of={Plus} className="size-4" />
      {label}
    </Button>
  );
}

import type { PlannedMission } from '#contract/missions.ts';
import { MISSION_DIFFICULTIES, MISSION_KINDS, MISSION_STATUSES } from '#contract/missions.values.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Options, SelectField as PlainSelectField } from '#ui/field.tsx';
import { SelectField, TextArea, TextField } from '#web/shared/forms/fields.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { ContentFields } from './content-fields.tsx';
import { MissionPreview } from './mission-preview.tsx';
import { statusTextOf } from './mission-values.ts';
import { useMissionForm } from './use-mission-form.ts';

interface MissionEditorProps {
  /** The mission to change; undefined for a new one. */
  mission: PlannedMission | undefined;
  onSaved: () => void;
  onClose: () => void;
}

/** Edits a mission beside a preview of what members will see. */
export function MissionEditor({ mission, onSaved, onClose }: MissionEditorProps) {
  const t = useT('missionsEditor');
  const adjustments = useT('adjustments');
  const { form, save } = useMissionForm(mission);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <form
        noValidate
        className="grid gap-4"
        // The screen closes only if it is still there when the answer comes.
        onSubmit={form.handleSubmit((values) => save.mutate(values, { onSuccess: onSaved }))}
      >
        {mission?.awaitingApproval && (
          <p role="status">
            <Badge tone="accent">{adjustments('waits')}</Badge>
          </p>
        )}
        <About control={form.control} />
        <Card as="div" className="grid gap-4">
          <Kind form={form} fixed={mission !== undefined} />
          <ContentFields kind={form.watch('kind')} control={form.control} />
        </Card>
        <Terms form={form} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" loading={save.isPending}>
            {t('save')}
          </Button>
          <Button variant="quiet" disabled={save.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
        </div>
      </form>
      <div className="lg:sticky lg:top-6">
        <MissionPreview control={form.control} />
      </div>
    </div>
  );
}

interface PartProps {
  form: ReturnType<typeof useMissionForm>['form'];
}

function About({ control }: Pick<PartProps['form'], 'control'>) {
  const t = useT('missionsEditor');
  return (
    <Card as="div" className="grid gap-4">
      <TextField control={control} name="title" label={t('missionTitle')} />
      <TextField control={control} name="description" label={t('description')} />
      <TextArea
        control={control}
        name="instructions"
        label={t('instructions')}
        hint={t('instructionsHint')}
      />
    </Card>
  );
}

function Kind({ form, fixed }: PartProps & { fixed: boolean }) {
  const t = useT('missionsEditor');
  return (
    <PlainSelectField
      label={t('kind')}
      hint={fixed ? t('kindFixed') : undefined}
      disabled={fixed}
      value={form.watch('kind')}
      onChange={({ target }) => {
        const kind = MISSION_KINDS.find((one) => one === target.value);
        if (kind) form.setValue('kind', kind);
      }}
    >
      <Options values={MISSION_KINDS} label={(kind) => t(`kinds.${kind}`)} />
    </PlainSelectField>
  );
}

function Terms({ form: { control, watch, register } }: PartProps) {
  const t = useT('missionsEditor');
  const missions = useT('missions');
  const statusText = statusTextOf({ status: watch('status'), announced: watch('announced') });
  const number = (name: 'points' | 'dailyCap' | 'totalCap' | 'position') => (
    <TextField control={control} name={name} label={t(name)} hint={t(`${name}Hint`)} inputMode="numeric" />
  );
  return (
    <Card as="div" className="grid items-start gap-4 sm:grid-cols-2">
      {number('points')}
      <SelectField control={control} name="difficulty" label={t('difficulty')}>
        <Options values={MISSION_DIFFICULTIES} label={(difficulty) => missions(`difficulty.${difficulty}`)} />
      </SelectField>
      {number('dailyCap')}
      {number('totalCap')}
      {number('position')}
      <SelectField control={control} name="status" label={t('status')} hint={t(`statusHint.${statusText}`)}>
        <Options values={MISSION_STATUSES} label={(status) => t(`statuses.${status}`)} />
      </SelectField>
      {watch('status') === 'draft' && (
        <label className="flex min-h-12 items-center gap-3 sm:col-span-2">
          <input type="checkbox" className="size-5 shrink-0 accent-brand" {...register('announced')} />
          <span>{t('announced')}</span>
        </label>
      )}
    </Card>
  );
}

import type { FormEvent } from 'react';
import type { PlannedMission } from '#contract/missions.ts';
import { MISSION_DIFFICULTIES, MISSION_KINDS, MISSION_STATUSES } from '#contract/missions.values.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { useT } from '#web/shared/language/language.tsx';
import { ContentFields } from './content-fields.tsx';
import { MissionPreview } from './mission-preview.tsx';
import { useMissionForm } from './use-mission-form.ts';

interface MissionEditorProps {
  /** The mission to change; undefined for a new one. */
  mission: PlannedMission | undefined;
  onClose: () => void;
}

/** A mission being written, beside what members will see of it. */
export function MissionEditor({ mission, onClose }: MissionEditorProps) {
  const t = useT('missionsEditor');
  const adjustments = useT('adjustments');
  const { form, save } = useMissionForm(mission, onClose);
  const submit = (event: FormEvent<HTMLFormElement>) =>
    void form.handleSubmit((values) => save.mutate(values))(event);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <form noValidate className="grid gap-4" onSubmit={submit}>
        {mission?.awaitingApproval && (
          <p role="status">
            <Badge tone="accent">{adjustments('waits')}</Badge>
          </p>
        )}
        <About form={form} />
        <Card as="div" className="grid gap-4">
          <Kind form={form} fixed={mission !== undefined} />
          <ContentFields kind={form.watch('kind')} form={form} />
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

function About({ form }: PartProps) {
  const t = useT('missionsEditor');
  const faultText = useFaultText();
  const { errors } = form.formState;
  return (
    <Card as="div" className="grid gap-4">
      <TextField
        label={t('missionTitle')}
        error={faultText(errors.title?.message)}
        {...form.register('title')}
      />
      <TextField
        label={t('description')}
        error={faultText(errors.description?.message)}
        {...form.register('description')}
      />
      <TextArea
        label={t('instructions')}
        hint={t('instructionsHint')}
        error={faultText(errors.instructions?.message)}
        {...form.register('instructions')}
      />
    </Card>
  );
}

function Kind({ form, fixed }: PartProps & { fixed: boolean }) {
  const t = useT('missionsEditor');
  return (
    <SelectField
      label={t('kind')}
      hint={fixed ? t('kindFixed') : undefined}
      disabled={fixed}
      value={form.watch('kind')}
      onChange={({ target }) => {
        const kind = MISSION_KINDS.find((one) => one === target.value);
        if (kind) form.setValue('kind', kind);
      }}
    >
      {MISSION_KINDS.map((kind) => (
        <option key={kind} value={kind}>
          {t(`kinds.${kind}`)}
        </option>
      ))}
    </SelectField>
  );
}

function Terms({ form }: PartProps) {
  const t = useT('missionsEditor');
  const missions = useT('missions');
  const faultText = useFaultText();
  const { errors } = form.formState;
  const number = (name: 'points' | 'dailyCap' | 'totalCap' | 'position') => ({
    label: t(name),
    hint: t(`${name}Hint`),
    inputMode: 'numeric' as const,
    error: faultText(errors[name]?.message),
    ...form.register(name),
  });
  return (
    <Card as="div" className="grid items-start gap-4 sm:grid-cols-2">
      <TextField {...number('points')} />
      <SelectField label={t('difficulty')} {...form.register('difficulty')}>
        {MISSION_DIFFICULTIES.map((difficulty) => (
          <option key={difficulty} value={difficulty}>
            {missions(`difficulty.${difficulty}`)}
          </option>
        ))}
      </SelectField>
      <TextField {...number('dailyCap')} />
      <TextField {...number('totalCap')} />
      <TextField {...number('position')} />
      <SelectField
        label={t('status')}
        hint={t(`statusHint.${form.watch('status')}`)}
        {...form.register('status')}
      >
        {MISSION_STATUSES.map((status) => (
          <option key={status} value={status}>
            {t(`statuses.${status}`)}
          </option>
        ))}
      </SelectField>
    </Card>
  );
}

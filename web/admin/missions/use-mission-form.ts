import { useState } from 'react';
import { type FieldErrors, type Path, type Resolver, set, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { missionPlan } from '#contract/missions.rules.ts';
import type { PlannedMission } from '#contract/missions.ts';
import { changesOf } from '#web/admin/parts/changes-of.ts';
import { useRequestId } from '#web/admin/parts/use-request-id.ts';
import { CallError, call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useT } from '#web/shared/language/language.tsx';
import { fieldOf, type MissionValues, newMission, planOf, statusTextOf, valuesOf } from './mission-values.ts';
import { MISSION_LISTS } from './missions-query.ts';

/** The form of one mission, and its saving. Faults by the rules of the contract are shown at their fields. */
export function useMissionForm(known: PlannedMission | undefined) {
  const t = useT('missionsEditor');
  const adjustments = useT('adjustments');
  // The mission as it was opened or last saved here: what another admin saves must not replace the form's values.
  const [given, setGiven] = useState(() => ({
    values: known ? valuesOf(known) : newMission(),
    seen: known?.contentVersion,
  }));
  const form = useForm<MissionValues>({
    defaultValues: given.values,
    resolver: checked,
    reValidateMode: 'onChange',
  });
  const request = useRequestId();
  const send = (values: MissionValues) => {
    if (!known) {
      const plan = planOf(values);
      return call('POST /api/admin/missions', { body: { ...plan, requestId: request.idOf(plan) } });
    }
    const body = { ...changesOf(planOf(given.values), planOf(values)), seen: given.seen };
    return call('PATCH /api/admin/missions/{id}', { params: { id: known.id }, body });
  };
  const save = useCallMutation(send, {
    fresh: true,
    done: (mission) => ({
      title: t('saved'),
      description: mission.awaitingApproval ? adjustments('waits') : t(`savedText.${statusTextOf(mission)}`),
    }),
    onDone: ({ contentVersion }, values) => {
      const saved = valuesOf(planOf(values));
      setGiven({ values: saved, seen: contentVersion });
      const isAsSent = JSON.stringify(form.getValues('questions')) === JSON.stringify(values.questions);
      if (!isAsSent) return;
      // New questions and options keep the ids with which they were sent.
      saved.questions.forEach(({ key, stored }, position) => {
        form.setValue(`questions.${position}.key`, key);
        form.setValue(`questions.${position}.stored`, stored);
      });
    },
    // Who opens it again has to see what another admin has saved.
    staleAnyway: MISSION_LISTS,
    // The server names a field by its path in the plan.
    onRefused: (error) => {
      const fields = error instanceof CallError ? Object.entries(error.fields) : [];
      fields.forEach(([path, message], position) => {
        const name = fieldOf(path) as Path<MissionValues>;
        form.setError(name, { type: 'server', message }, { shouldFocus: position === 0 });
      });
      return fields.length > 0;
    },
    failed: t('saveFailed'),
  });
  return { form, save };
}

const checked: Resolver<MissionValues> = (values) => {
  const { error } = z.safeParse(missionPlan, planOf(values));
  if (!error) return { values, errors: {} };
  const errors: FieldErrors<MissionValues> = {};
  // Reversed, so that the first fault of each field is the one shown.
  for (const { path, message } of error.issues.toReversed()) {
    set(errors, fieldOf(path.join('.')), { type: 'rule', message });
  }
  return { values: {}, errors };
};

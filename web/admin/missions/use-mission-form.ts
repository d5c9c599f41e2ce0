import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldErrors, type Path, type Resolver, set, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { missionPlan } from '#contract/missions.rules.ts';
import type { PlannedMission } from '#contract/missions.ts';
import { toast } from '#ui/toast-store.ts';
import { changesOf } from '#web/admin/parts/changes-of.ts';
import { Abandoned } from '#web/shared/api/abandoned.ts';
import { CallError, call } from '#web/shared/api/call.ts';
import { keys } from '#web/shared/api/queries.ts';
import { useFreshSignIn } from '#web/shared/fresh-sign-in/freshly.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { fieldOf, type MissionValues, newMission, planOf, valuesOf } from './mission-values.ts';
import { plannedMissionsQuery } from './missions-query.ts';

/** The form of one mission, and its saving. What the rules of the contract refuse is shown at its field. */
export function useMissionForm(known: PlannedMission | undefined, onSaved: () => void) {
  const t = useT('missionsEditor');
  const adjustments = useT('adjustments');
  const errors = useErrorText();
  const freshly = useFreshSignIn();
  const queryClient = useQueryClient();
  // As it was opened: what another admin saves meanwhile is not typed here.
  const [given] = useState(() => (known ? valuesOf(known) : newMission()));
  const form = useForm<MissionValues>({
    defaultValues: given,
    resolver: checked,
    reValidateMode: 'onChange',
  });
  const save = useMutation({
    mutationFn: (values: MissionValues) => {
      if (!known) return freshly(() => call('POST /api/admin/missions', { body: planOf(values) }));
      const body = changesOf(planOf(given), planOf(values));
      return freshly(() => call('PATCH /api/admin/missions/{id}', { params: { id: known.id }, body }));
    },
    onSuccess: async (mission) => {
      toast({
        title: t('saved'),
        description: mission.awaitingApproval ? adjustments('waits') : t(`savedText.${mission.status}`),
        tone: 'success',
      });
      await queryClient.invalidateQueries({ queryKey: plannedMissionsQuery.queryKey });
      await queryClient.invalidateQueries({ queryKey: keys.missions });
      onSaved();
    },
    onError: (error) => {
      if (error instanceof Abandoned) return;
      const fields = error instanceof CallError ? Object.entries(error.fields) : [];
      fields.forEach(([path, message], position) => {
        const name = fieldOf(path) as Path<MissionValues>;
        form.setError(name, { type: 'server', message }, { shouldFocus: position === 0 });
      });
      if (fields.length === 0)
        toast({ title: t('saveFailed'), description: errors.message(error), tone: 'error' });
    },
  });
  return { form, save };
}

const checked: Resolver<MissionValues> = (values) => {
  const { error } = z.safeParse(missionPlan, planOf(values));
  if (!error) return { values, errors: {} };
  const errors: FieldErrors<MissionValues> = {};
  // The first fault of a field is the one to tell.
  for (const { path, message } of error.issues.toReversed()) {
    set(errors, fieldOf(path.join('.')), { type: 'rule', message });
  }
  return { values: {}, errors };
};

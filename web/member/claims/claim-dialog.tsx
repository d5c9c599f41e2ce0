import type { RefObject } from 'react';
import * as z from 'zod/mini';
import { CLAIM_DAYS_MAX, CLAIM_TEXT_MAX_LENGTH } from '#contract/claims.values.ts';
import { fault } from '#contract/faults.ts';
import type { CallInput } from '#contract/index.ts';
import { required } from '#contract/rules.ts';
import { useMissions } from '#web/member/missions/use-missions.ts';
import { call } from '#web/shared/api/call.ts';
import { keys, useWalls } from '#web/shared/api/queries.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { SelectField, TextArea, TextField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useErrorText } from '#web/shared/language/errors.ts';
import { isolated } from '#web/shared/language/isolate.ts';
import { useLanguage, useT } from '#web/shared/language/language.tsx';
import { FormDialog } from '#web/shared/parts/form-dialog.tsx';

/** What is chosen: this, `wall:<id>` or `mission:<id>`. */
const KNOWN = 'known';
const isWall = (about: string) => about.startsWith('wall:');
const RULES = z.object({ about: required, title: z.string(), happenedAt: required, text: required }).check(
  z.refine(({ about, title }) => !isWall(about) || title.trim() !== '', {
    path: ['title'],
    error: fault('required'),
  }),
);
type Values = z.infer<typeof RULES>;
type ClaimAbout = CallInput<'POST /api/claims'>['body']['about'];

/** A task or started offer that the member has opened the form from. */
export interface ClaimedTask {
  about: ClaimAbout;
  title: string;
  completedAt: string;
}

interface ClaimDialogProps {
  task?: ClaimedTask;
  open: boolean;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
}

/** The form of a claim: the offer or mission, when, and what happened. */
export function ClaimDialog(props: ClaimDialogProps) {
  return (
    <AreaTexts area="missions">
      <ClaimForm {...props} />
    </AreaTexts>
  );
}

function ClaimForm({ task, open, onClose, returnFocus }: ClaimDialogProps) {
  const t = useT('claims');
  const errors = useErrorText();
  const { form, send } = useClaim(onClose, task);
  const about = form.watch('about');
  return (
    <FormDialog
      open={open}
      title={t('title')}
      submitLabel={t('send')}
      pending={send.isPending}
      onSubmit={form.handleSubmit((values) => send.mutate(values))}
      onClose={onClose}
      returnFocus={returnFocus}
      className="grid gap-4"
    >
      <SelectField control={form.control} name="about" label={t('about')}>
        <Subjects task={task} />
      </SelectField>
      {isWall(about) && (
        <TextField control={form.control} name="title" label={t('offer')} hint={t('offerHint')} />
      )}
      <TextField
        control={form.control}
        name="happenedAt"
        type="datetime-local"
        label={t('when')}
        hint={t('whenHint', { days: CLAIM_DAYS_MAX })}
      />
      <TextArea
        control={form.control}
        name="text"
        label={t('what')}
        hint={t('whatHint')}
        maxLength={CLAIM_TEXT_MAX_LENGTH}
      />
      <p role="alert" className="font-medium text-danger text-sm empty:hidden">
        {send.error ? errors.text(send.error) : null}
      </p>
    </FormDialog>
  );
}

/**
 * The options of the form: what it was opened from, the walls, and the missions that the member has started and was not
 * credited for.
 */
function Subjects({ task }: { task: ClaimedTask | undefined }) {
  const t = useT('claims');
  const { direction } = useLanguage();
  const walls = useWalls().data ?? [];
  const missions = (useMissions().data ?? []).filter(
    ({ state, completedAt, keptUntil }) =>
      completedAt === null && (keptUntil !== null || state === 'under_way' || state === 'reversed'),
  );
  return (
    <>
      <option value="">{t('choose')}</option>
      {task && <option value={KNOWN}>{task.title}</option>}
      {walls.map((wall) => (
        <option key={wall.id} value={`wall:${wall.id}`}>
          {t('onWall', { title: isolated(wall.title, direction) })}
        </option>
      ))}
      {missions.map((mission) => (
        <option key={mission.id} value={`mission:${mission.id}`}>
          {mission.title}
        </option>
      ))}
    </>
  );
}

/** A local time in the format of its input, to the minute. */
function localMinute(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function subjectOf({ about, title }: Values, task: ClaimedTask | undefined): ClaimAbout {
  if (task && about === KNOWN) return task.about;
  const [, id = ''] = about.split(/:(.*)/);
  return isWall(about) ? { kind: 'wall', wall: id, title } : { kind: 'mission', missionId: id };
}

function useClaim(onSent: () => void, task: ClaimedTask | undefined) {
  const t = useT('claims');
  const form = useRuledForm<Values>(RULES, {
    about: task ? KNOWN : '',
    title: '',
    happenedAt: task ? localMinute(task.completedAt) : '',
    text: '',
  });
  const send = useCallMutation(
    (values: Values) =>
      call('POST /api/claims', {
        body: {
          about: subjectOf(values, task),
          happenedAt: new Date(values.happenedAt).toISOString(),
          text: values.text,
        },
      }),
    {
      form,
      fieldNames: { 'about.wall': 'about', 'about.title': 'title' },
      done: { title: t('sent'), description: t('sentText') },
      onDone: () => {
        form.reset();
        onSent();
      },
      stale: [keys.claims],
    },
  );
  return { form, send };
}

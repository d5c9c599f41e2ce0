import type { RefObject } from 'react';
import * as z from 'zod/mini';
import { CLAIM_TEXT_MAX_LENGTH } from '#contract/claims.values.ts';
import { fault } from '#contract/faults.ts';
import { required } from '#contract/rules.ts';
import { useMissions } from '#web/member/missions/use-missions.ts';
import { call } from '#web/shared/api/call.ts';
import { keys, useWalls } from '#web/shared/api/queries.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { SelectField, TextArea, TextField } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { FormDialog } from '#web/shared/parts/form-dialog.tsx';

/** `wall:<id>` or `mission:<id>`. */
const isWall = (about: string) => about.startsWith('wall:');
const RULES = z.object({ about: required, title: z.string(), happenedAt: required, text: required }).check(
  z.refine(({ about, title }) => !isWall(about) || title.trim() !== '', {
    path: ['title'],
    error: fault('required'),
  }),
);
type Values = z.infer<typeof RULES>;

/** What the claim is about, as far as it is known. */
export interface ClaimedTask {
  /** Of the task that was credited, if one was. */
  id?: string;
  /** Of the offer that was started, if one was: the site then says what it promised and what has come. */
  clickId?: string;
  wall: { id: string; title: string };
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
      <TextField control={form.control} name="happenedAt" type="datetime-local" label={t('when')} />
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

/** The options of the form: the walls, and the missions that the member may have started and was not credited for. */
function Subjects({ task }: { task: ClaimedTask | undefined }) {
  const t = useT('claims');
  const walls = useWalls().data ?? (task ? [task.wall] : []);
  const missions = (useMissions().data ?? []).filter(
    ({ state, completedAt }) => state !== 'open' && completedAt === null,
  );
  return (
    <>
      <option value="">{t('choose')}</option>
      {walls.map((wall) => (
        <option key={wall.id} value={`wall:${wall.id}`}>
          {t('onWall', { title: wall.title })}
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

const valuesOf = (task: ClaimedTask | undefined): Values =>
  task
    ? {
        about: `wall:${task.wall.id}`,
        title: task.title,
        happenedAt: localMinute(task.completedAt),
        text: '',
      }
    : { about: '', title: '', happenedAt: '', text: '' };

function useClaim(onSent: () => void, task: ClaimedTask | undefined) {
  const prefilled = valuesOf(task);
  const t = useT('claims');
  const form = useRuledForm<Values>(RULES, prefilled);
  const send = useCallMutation(
    ({ about, title, happenedAt, text }: Values) => {
      const [, id = ''] = about.split(/:(.*)/);
      const isSame = about === prefilled.about;
      const clickId = isSame && title === prefilled.title && task?.clickId;
      return call('POST /api/claims', {
        body: {
          about: clickId
            ? { kind: 'offer', clickId }
            : isWall(about)
              ? {
                  kind: 'wall',
                  wall: id,
                  title,
                  ...(task?.id && isSame ? { taskId: task.id } : {}),
                }
              : { kind: 'mission', missionId: id },
          happenedAt: new Date(happenedAt).toISOString(),
          text,
        },
      });
    },
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

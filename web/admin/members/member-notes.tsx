import { useMutation, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { CallOutput } from '#contract/index.ts';
import { STAFF_NOTE_MAX_LENGTH } from '#contract/members.values.ts';
import { required } from '#contract/rules.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { TextArea } from '#ui/field.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { ListEnd } from '#web/admin/parts/list-end.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { call } from '#web/shared/api/call.ts';
import { useFaultText } from '#web/shared/forms/fault.ts';
import { useRuledForm, useServerFieldErrors } from '#web/shared/forms/form.ts';
import { useErrorText } from '#web/shared/language/errors.ts';
import { useT } from '#web/shared/language/language.tsx';
import { Failure } from '#web/shared/parts/failure.tsx';
import { useMemberChanged } from './member-actions.tsx';

const PATH = 'GET /api/admin/users/{id}/notes';

/** What staff have written about the member, and the way to add to it. */
export function MemberNotes({ id }: { id: string }) {
  const t = useT('member');
  const mayHelp = usePermission('members.help');
  const notes = useQuery({
    queryKey: [PATH, id],
    queryFn: ({ signal }) => call(PATH, { params: { id }, signal }),
    staleTime: 0,
  });
  return (
    <Card as="div" className="grid gap-5">
      {mayHelp && <AddNote id={id} />}
      {notes.isPending && (
        <Loading label={t('loading')}>
          <Skeleton className="h-24" />
        </Loading>
      )}
      {notes.isError && <Failure query={notes} />}
      {notes.data && <Notes notes={notes.data} />}
      <ListEnd count={notes.data?.length ?? 0} />
    </Card>
  );
}

function Notes({ notes }: { notes: CallOutput<typeof PATH> }) {
  const t = useT('member');
  if (notes.length === 0) return <p className="text-muted">{t('noNotes')}</p>;
  return (
    <ul className="divide-y divide-line">
      {notes.map((note) => (
        <li key={note.id} className="py-3">
          <p className="text-muted text-sm">
            <bdi className="font-semibold text-ink">{note.author ?? t('formerAdmin')}</bdi> ·{' '}
            <TimeCell at={note.createdAt} />
          </p>
          <p className="wrap-anywhere whitespace-pre-wrap">
            <bdi>{note.text}</bdi>
          </p>
        </li>
      ))}
    </ul>
  );
}

const RULES = z.object({ text: required });

function AddNote({ id }: { id: string }) {
  const t = useT('member');
  const errors = useErrorText();
  const faultText = useFaultText();
  const changed = useMemberChanged(id);
  const form = useRuledForm(RULES, { text: '' });
  const showFields = useServerFieldErrors(form);
  const add = useMutation({
    mutationFn: (body: { text: string }) =>
      call('POST /api/admin/users/{id}/notes', { params: { id }, body }),
    onSuccess: () => {
      form.reset();
      toast({ title: t('noteAdded'), tone: 'success' });
      return changed();
    },
    onError: (error) =>
      !showFields(error) && toast({ title: t('failed'), description: errors.message(error), tone: 'error' }),
  });
  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit((values) => add.mutate(values))}>
      <TextArea
        label={t('note')}
        hint={t('noteHint')}
        rows={3}
        maxLength={STAFF_NOTE_MAX_LENGTH}
        error={faultText(form.formState.errors.text?.message)}
        {...form.register('text')}
      />
      <Button type="submit" className="justify-self-start" loading={add.isPending}>
        {t('addNote')}
      </Button>
    </form>
  );
}

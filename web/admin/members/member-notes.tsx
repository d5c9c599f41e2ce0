import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { CallOutput } from '#contract/index.ts';
import { STAFF_NOTE_MAX_LENGTH } from '#contract/members.values.ts';
import { required } from '#contract/rules.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { adminQuery } from '#web/admin/parts/admin-query.ts';
import { TimeCell } from '#web/admin/parts/cells.tsx';
import { clearSent } from '#web/admin/parts/clear-sent.ts';
import { ListEnd } from '#web/admin/parts/list-end.tsx';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { useReadMemberAgain } from '#web/admin/parts/use-read-again.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { TextArea } from '#web/shared/forms/fields.tsx';
import { useRuledForm } from '#web/shared/forms/form.ts';
import { useT } from '#web/shared/language/language.tsx';
import { QueryView } from '#web/shared/parts/query-view.tsx';

const PATH = 'GET /api/admin/users/{id}/notes';

/** The notes of staff about the member, and a form to add one. */
export function MemberNotes({ id }: { id: string }) {
  const t = useT('member');
  const mayHelp = usePermission('members.help');
  const notes = useQuery(adminQuery(PATH, { params: { id } }));
  const loading = (
    <Loading label={t('loading')}>
      <Skeleton className="h-24" />
    </Loading>
  );
  return (
    <Card as="div" className="grid gap-5">
      {mayHelp && <AddNote id={id} />}
      <QueryView
        query={notes}
        outdated="both"
        loading={loading}
        empty={<p className="text-muted">{t('noNotes')}</p>}
      >
        {(all) => <Notes notes={all} />}
      </QueryView>
      <ListEnd count={notes.data?.length ?? 0} />
    </Card>
  );
}

function Notes({ notes }: { notes: CallOutput<typeof PATH> }) {
  const t = useT('member');
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
  const readAgain = useReadMemberAgain(id);
  const form = useRuledForm(RULES, { text: '' });
  const send = (body: { text: string }) => call('POST /api/admin/users/{id}/notes', { params: { id }, body });
  const add = useCallMutation(send, {
    form,
    done: { title: t('noteAdded') },
    onDone: (_, sent) => {
      clearSent(form, sent);
      return readAgain();
    },
    failed: t('failed'),
  });
  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit((values) => add.mutate(values))}>
      <TextArea
        control={form.control}
        name="text"
        label={t('note')}
        hint={t('noteHint')}
        rows={3}
        maxLength={STAFF_NOTE_MAX_LENGTH}
      />
      <Button type="submit" className="justify-self-start" loading={add.isPending}>
        {t('addNote')}
      </Button>
    </form>
  );
}

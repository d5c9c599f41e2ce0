import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide';
import type { Session } from '#contract/security.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { HeadedCard } from '#ui/headed-card.tsx';
import { Icon } from '#ui/icon.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';
import { useFocusAfterRow } from '#ui/use-focus-after-row.ts';
import { call } from '#web/shared/api/call.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useRelative } from '#web/shared/language/relative.ts';
import { QueryView } from '#web/shared/parts/query-view.tsx';
import { regainPush } from '#web/shared/push/continue-push.ts';
import { SESSIONS_KEY, sessionsQuery } from './sessions-query.ts';

/** As high as the session that every member has, in every language. */
const SHAPE: Session = {
  id: '',
  device: 'Chrome · Windows',
  ip: '203.0.113.1',
  createdAt: new Date().toISOString(),
  lastSeenAt: new Date().toISOString(),
  current: true,
};

/** The button that ends all of them but this one goes with them. */
const OTHERS = 'others';

/** The member's sessions, with buttons to end them. */
export function Sessions() {
  const t = useT('sessions');
  const sessions = useQuery(sessionsQuery);
  const loading = (
    <Loading label={t('loading')} className="relative">
      <div className="invisible">
        <SessionList sessions={[SHAPE]} />
      </div>
      <Skeleton className="absolute inset-0 top-3" />
    </Loading>
  );
  return (
    <HeadedCard id="sessions" title={t('heading')} heading="text-lg">
      <QueryView query={sessions} loading={loading}>
        {(list) => <SessionList sessions={list} />}
      </QueryView>
    </HeadedCard>
  );
}

function SessionList({ sessions }: { sessions: Session[] }) {
  const t = useT('sessions');
  const { end, endOthers } = useEnding();
  const ordered = sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  const others = sessions.some(({ current }) => !current);
  useFocusAfterRow([...ordered.map(({ id }) => id), ...(others ? [OTHERS] : [])], '#sessions');
  return (
    <>
      <ul className="mt-1 divide-y divide-line">
        {ordered.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            ending={end.isPending && end.variables.id === session.id}
            onEnd={() => end.mutate(session)}
          />
        ))}
      </ul>
      {others ? (
        <Button
          data-row={OTHERS}
          variant="secondary"
          className="mt-3 w-full"
          loading={endOthers.isPending}
          onClick={() => endOthers.mutate()}
        >
          {t('endOthers')}
        </Button>
      ) : (
        <p className="mt-2 text-muted text-sm">{t('onlyThis')}</p>
      )}
    </>
  );
}

const PHONES = /\b(?:iPhone|iPad|Android)\b/;

function SessionRow({ session, ending, onEnd }: { session: Session; ending: boolean; onEnd: () => void }) {
  const t = useT('sessions');
  const { date } = useFormats();
  const relative = useRelative();
  const { device, ip, createdAt, lastSeenAt, current } = session;
  const icon = PHONES.test(device) ? Smartphone : Monitor;
  return (
    <li data-row={session.id} className="flex items-start gap-3 py-3.5">
      <span className="grid size-10 shrink-0 place-items-center rounded-2xl bg-brand-soft text-on-brand-soft">
        <Icon of={icon} className="size-5" />
      </span>
      <div className="min-w-0 grow">
        <p className="wrap-anywhere flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <bdi>{device}</bdi>
          {current && <Badge tone="brand">{t('current')}</Badge>}
        </p>
        <p className="wrap-anywhere mt-0.5 text-muted text-sm">
          {current ? t('seenNow') : t('seen', { when: relative(lastSeenAt) })}
          {' · '}
          <bdi>{ip}</bdi>
        </p>
        <p className="text-muted text-sm">
          <time dateTime={createdAt}>{t('since', { date: date(createdAt, 'moment') })}</time>
        </p>
      </div>
      {!current && (
        <Button
          size="small"
          variant="quiet"
          aria-label={t('endName', { device })}
          loading={ending}
          onClick={onEnd}
        >
          {t('end')}
        </Button>
      )}
    </li>
  );
}

function useEnding() {
  const t = useT('sessions');
  const queryClient = useQueryClient();
  // Also after a failure: the session may have ended meanwhile.
  const shared = { fresh: true, staleAnyway: [SESSIONS_KEY], failed: t('failed') };
  const end = useCallMutation(
    ({ id }: Session) => call('DELETE /api/user/sessions/{id}', { params: { id } }),
    {
      ...shared,
      done: (_, { device }) => ({ title: t('ended'), description: t('endedText', { device }) }),
    },
  );
  const endOthers = useCallMutation(() => call('DELETE /api/user/sessions'), {
    ...shared,
    done: { title: t('ended'), description: t('othersEndedText') },
    onDone: () => regainPush(queryClient),
  });
  return { end, endOthers };
}

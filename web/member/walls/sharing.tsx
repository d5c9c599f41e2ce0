import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import type { Wall } from '#contract/walls.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Switch } from '#ui/switch.tsx';
import { useFocusAfter } from '#ui/use-focus-after.ts';
import { call } from '#web/shared/api/call.ts';
import { useWalls } from '#web/shared/api/queries.ts';
import { readWalls } from '#web/shared/api/read-walls.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { AreaTexts } from '#web/shared/language/areas.tsx';
import { isolated } from '#web/shared/language/isolate.ts';
import { useLanguage, useT } from '#web/shared/language/language.tsx';

/** Asks, before a wall opens for the first time, whether it may be told more than the member's code. Both answers open it. */
export function SharingQuestion({ wall }: { wall: Wall }) {
  const t = useT('tasks.sharing');
  const { direction } = useLanguage();
  const decide = useDecision(wall);
  const what = useFieldNames(wall);
  const id = useId();
  // The buttons go with the answer: the wall in their place gets the focus.
  useFocusAfter(`#wall-${wall.id}`);
  return (
    // No heading, since it stands at another depth on each screen.
    <section aria-labelledby={id} className="grid gap-4 p-5">
      <p id={id} className="wrap-anywhere font-bold">
        {t('title', { title: isolated(wall.title, direction) })}
      </p>
      <p>{t('text', { what })}</p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" loading={decide.isPending} onClick={() => decide.mutate(true)}>
          {t('agree')}
        </Button>
        <Button variant="secondary" loading={decide.isPending} onClick={() => decide.mutate(false)}>
          {t('refuse')}
        </Button>
      </div>
    </section>
  );
}

/** What each wall may be told, to agree or to withdraw; nothing on sites whose walls want nothing. */
export function SharingSettings() {
  const walls = (useWalls().data ?? []).filter(({ sharing }) => sharing !== null && sharing.shares !== null);
  if (walls.length === 0) return null;
  return (
    <AreaTexts area="missions">
      <Card aria-labelledby="wall-sharing" className="grid gap-3">
        <Heading />
        {walls.map((wall) => (
          <WallSwitch key={wall.id} wall={wall} />
        ))}
      </Card>
    </AreaTexts>
  );
}

function Heading() {
  const t = useT('tasks.sharing');
  return (
    <h2 id="wall-sharing" className="font-bold text-lg">
      {t('heading')}
    </h2>
  );
}

function WallSwitch({ wall }: { wall: Wall }) {
  const t = useT('tasks.sharing');
  const decide = useDecision(wall);
  return (
    <Switch
      checked={wall.sharing?.shares === true}
      busy={decide.isPending}
      label={wall.title}
      text={t('may', { what: useFieldNames(wall) })}
      onChange={(shares) => decide.mutate(shares)}
    />
  );
}

function useFieldNames({ sharing }: Wall): string {
  const t = useT('tasks.sharing');
  const { code } = useLanguage();
  const names = (sharing?.fields ?? []).map((field) => t(`fields.${field}`));
  return new Intl.ListFormat(code).format(names);
}

/** The answer is to what was shown, so that a field which the operator has added meanwhile is asked about. */
function useDecision({ id: wall, sharing }: Wall) {
  const t = useT('tasks.sharing');
  const queryClient = useQueryClient();
  const shown = sharing?.fields ?? [];
  return useCallMutation(
    (shares: boolean) =>
      call('PUT /api/walls/{wall}/sharing', { params: { wall }, body: { fields: shares ? shown : [] } }),
    { onDone: () => readWalls(queryClient), failed: t('failed') },
  );
}

import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Fulfilment } from '#contract/fulfilments.ts';
import { FULFILMENT_TEXT_MAX_LENGTH } from '#contract/fulfilments.values.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { RewardArt } from '#ui/illustrations/reward-art.tsx';
import { AdminLink } from '#web/admin/parts/admin-link.tsx';
import { MoneyCell, TimeCell } from '#web/admin/parts/cells.tsx';
import { DealtWith } from '#web/admin/parts/dealt-with.tsx';
import { Owed } from '#web/admin/parts/owed.tsx';
import type { Work } from '#web/admin/parts/use-kept.ts';
import { usePermission } from '#web/admin/parts/use-permission.ts';
import { call } from '#web/shared/api/call.ts';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { FulfilForm, useFulfilForm } from './fulfil-form.tsx';
import { fulfilmentsQuery } from './fulfilments-query.ts';
import { RefuseDialog } from './refuse-dialog.tsx';
import { useFulfilmentCalls } from './use-fulfilment-calls.ts';

interface FulfilmentPanelProps extends Work {
  fulfilment: Fulfilment;
  onClose: () => void;
}

/**
 * One redemption of the queue: its facts, its assignee and the actions. In it C assigns it; Escape goes back, unless what is
 * typed would be lost.
 */
export function FulfilmentPanel({ fulfilment, gone, settle, onClose }: FulfilmentPanelProps) {
  const t = useT('fulfilment');
  const member = useT('member');
  const closing = useT('workItem');
  const { reward, owner, redemptionId } = fulfilment;
  const work = useFulfilmentCalls(redemptionId);
  const mayUpload = usePermission('catalogue.edit');
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // What was typed stays once the time is over, and can still be sent until another admin takes the redemption.
  const [wasMine, setWasMine] = useState(false);
  if (owner?.you && !wasMine) setWasMine(true);
  const taken = owner && !owner.you;
  const form = useFulfilForm();
  const { isDirty } = form.formState;
  const mayGive = !gone && !taken && !fulfilment.stop;
  const formShown = wasMine && (mayGive || isDirty);
  const assign = () => !work.assign.isPending && work.assign.mutate();
  useEffect(() => heading.current?.focus(), []);
  useKeys({
    // A letter that acts anywhere gets in the way of dictation.
    c: () => panel.current?.contains(document.activeElement) && owner === null && !gone && assign(),
    Escape: () => (gone || !isDirty) && onClose(),
  });
  return (
    <Card ref={panel} aria-labelledby="fulfilment" className="grid gap-4 lg:sticky lg:top-6">
      <header className="flex items-center gap-4">
        <RewardArt kind={reward.kind} className="w-16" />
        <div className="min-w-0">
          <h2
            ref={heading}
            id="fulfilment"
            tabIndex={-1}
            className="wrap-anywhere font-bold text-xl outline-none"
          >
            <bdi>{reward.title}</bdi>
          </h2>
          <p className="text-muted">
            <MoneyCell cents={reward.amountUSD} />
          </p>
        </div>
        <Button variant="quiet" size="small" className="ms-auto self-start" onClick={onClose}>
          {closing('close')}
        </Button>
      </header>
      <Facts fulfilment={fulfilment} />
      {fulfilment.stop && (
        <p className="rounded-2xl bg-danger-soft p-4 font-medium text-on-danger-soft">
          {member(`stops.${fulfilment.stop}`)}
        </p>
      )}
      <Owed points={fulfilment.owedPoints} />
      {fulfilment.waitsFor === 'stock' && (
        <p className="rounded-2xl bg-accent-soft p-4 text-on-accent-soft">
          {mayUpload
            ? t.rich('stockText', {
                link: (chunks) => (
                  <AdminLink
                    path="rewards/$id/stock"
                    id={reward.id}
                    className="rounded-lg font-semibold underline underline-offset-4"
                  >
                    {chunks}
                  </AdminLink>
                ),
              })
            : t('stockTextOther')}
        </p>
      )}
      {!gone && taken && <AssignedToOther name={owner.name} until={owner.until} />}
      {!gone && !owner && (
        <Button loading={work.assign.isPending} onClick={assign}>
          {t('claim')}
        </Button>
      )}
      {gone && !formShown && <DealtWith />}
      {wasMine && (
        <AssignedToMe
          fulfilment={fulfilment}
          gone={gone}
          settle={settle}
          mayAct={!gone && !taken}
          work={work}
          until={owner?.until}
          onReleased={() => {
            setWasMine(false);
            form.reset();
          }}
        >
          {formShown && (
            <FulfilForm
              id={redemptionId}
              owedPoints={fulfilment.owedPoints}
              form={form}
              gone={gone}
              settle={settle}
              mayAct={mayGive}
            />
          )}
        </AssignedToMe>
      )}
      {!gone && !isDirty && (
        <p className="hidden text-muted text-sm lg:block">
          {t.rich('keys', {
            key: (chunks) => (
              <kbd className="rounded-md border border-line bg-surface px-1.5 font-sans text-ink">
                {chunks}
              </kbd>
            ),
          })}
        </p>
      )}
    </Card>
  );
}

function Facts({ fulfilment }: { fulfilment: Fulfilment }) {
  const t = useT('fulfilment');
  const parts = useT('adminParts');
  return (
    <dl className="divide-y divide-line text-sm">
      <Fact label={t('member')}>
        <AdminLink
          path="users/$id"
          id={fulfilment.userId}
          className="rounded-lg font-semibold text-brand underline"
        >
          <bdi>{fulfilment.name ?? t('left')}</bdi>
        </AdminLink>
        {fulfilment.email && (
          <span className="block text-muted">
            <bdi>{fulfilment.email}</bdi>
          </span>
        )}
      </Fact>
      <Fact label={t('paid')}>{parts('points', { count: fulfilment.pointsUsed })}</Fact>
      <Fact label={t('requested')}>
        <TimeCell at={fulfilment.createdAt} />
      </Fact>
      {!fulfilment.stop && (
        <Fact label={t('promised')}>
          <TimeCell at={fulfilment.promisedBy} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className="text-muted">{label}</dt>
      <dd className="wrap-anywhere min-w-0 text-end">{children}</dd>
    </div>
  );
}

function AssignedToOther({ name, until }: { name: string; until: string }) {
  const t = useT('fulfilment');
  const { date } = useFormats();
  return (
    <p role="status" className="rounded-2xl bg-sunken p-4 font-medium">
      {t('taken', { name, time: date(until, 'time') })}
    </p>
  );
}

interface AssignedToMeProps extends Work {
  fulfilment: Fulfilment;
  /** Neither another admin works on it nor has it left the queue. */
  mayAct: boolean;
  work: ReturnType<typeof useFulfilmentCalls>;
  /** Undefined once the time is over. */
  until: string | undefined;
  onReleased: () => void;
  /** The form of the reward. */
  children: ReactNode;
}

/** The actions of the admin it is or was last assigned to. */
function AssignedToMe(props: AssignedToMeProps) {
  const { fulfilment, gone, settle, mayAct, work, until } = props;
  const t = useT('fulfilment');
  const { date } = useFormats();
  const [refusing, setRefusing] = useState(false);
  const params = { id: fulfilment.redemptionId };
  return (
    <>
      {until && mayAct && (
        <div className="flex flex-wrap items-center justify-between gap-2 rounded-2xl bg-brand-soft px-4 py-2 text-on-brand-soft text-sm">
          <p role="status" className="font-medium">
            {t('mine', { time: date(until, 'time') })}
          </p>
          <Button
            size="small"
            variant="quiet"
            className="text-on-brand-soft!"
            loading={work.assign.isPending}
            onClick={() => work.assign.mutate()}
          >
            {t('prolong')}
          </Button>
        </div>
      )}
      {props.children}
      {mayAct && (
        <div className="flex flex-wrap gap-2 border-line border-t pt-4">
          <Button size="small" variant="quiet" className="text-danger!" onClick={() => setRefusing(true)}>
            {t('refuse')}
          </Button>
          {until && (
            <Button
              size="small"
              variant="quiet"
              loading={work.release.isPending}
              onClick={() => work.release.mutate(undefined, { onSuccess: props.onReleased })}
            >
              {t('release')}
            </Button>
          )}
        </div>
      )}
      {refusing && (
        <RefuseDialog
          points={fulfilment.pointsUsed}
          reasonMaxLength={FULFILMENT_TEXT_MAX_LENGTH}
          work={(reason) => call('POST /api/admin/fulfilments/{id}/refuse', { params, body: { reason } })}
          gone={gone}
          onDone={settle}
          stale={[fulfilmentsQuery.queryKey]}
          onClose={() => setRefusing(false)}
        />
      )}
    </>
  );
}

/** Hears of single keys anywhere on the screen unless a field or a dialog has the focus. */
function useKeys(actions: Record<string, () => unknown>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('[role="dialog"]')) return;
    // Escape too: it closes a browser's or an input method's suggestions, and what was typed must stay.
    if (event.target instanceof Element && event.target.matches('input, textarea, select')) return;
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}

import { Download } from 'lucide';
import { useState } from 'react';
import { EXPORTS, exportPath } from '#contract/exports.ts';
import { MEMBERS_CSV_PATH } from '#contract/members.values.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Options, SelectField, TextField } from '#ui/field.tsx';
import { Icon } from '#ui/icon.tsx';
import { AdminScreen } from '#web/admin/parts/admin-screen.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';
import { useDownload } from './use-download.ts';

const LISTS = ['members', ...EXPORTS] as const;
type List = (typeof LISTS)[number];
const DAY_MS = 86_400_000;
const DAYS = 30;

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const pathOf = (list: List, from: string, to: string) =>
  list === 'members' ? MEMBERS_CSV_PATH : `${exportPath(list)}?${new URLSearchParams({ from, to })}`;

/** Downloads lists as files: the choice of list and days, and the progress. */
export function ExportsPage() {
  const t = useT('exportPage');
  const [list, setList] = useState<List>('tasks');
  const [from, setFrom] = useState(() => dayOf(Date.now() - DAYS * DAY_MS));
  const [to, setTo] = useState(() => dayOf(Date.now()));
  const { state, start, cancel } = useDownload();
  const ranged = list !== 'members';
  const fault = ranged && (!from || !to ? t('required') : from > to ? t('badRange') : undefined);
  return (
    <AdminScreen title={t('title')} intro={t('intro')}>
      <Card as="div" className="grid gap-5">
        <form
          className="grid gap-4 sm:grid-cols-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (!fault) void start(pathOf(list, from, to));
          }}
        >
          <SelectField
            label={t('list')}
            value={list}
            onChange={({ target }) => setList(LISTS.find((one) => one === target.value) ?? list)}
          >
            <Options values={LISTS} label={(one) => t(`lists.${one}`)} />
          </SelectField>
          {ranged && (
            <>
              <TextField
                type="date"
                label={t('from')}
                value={from}
                error={fault || undefined}
                onChange={({ target }) => setFrom(target.value)}
              />
              <TextField
                type="date"
                label={t('to')}
                value={to}
                onChange={({ target }) => setTo(target.value)}
              />
            </>
          )}
          <p className="max-w-prose text-muted sm:col-span-3">{t(`about.${list}`)}</p>
          <div className="flex flex-wrap gap-2 sm:col-span-3">
            <Button type="submit" loading={state.kind === 'running'} disabled={Boolean(fault)}>
              <Icon of={Download} className="size-5" />
              {t('download')}
            </Button>
            {state.kind === 'running' && (
              <Button variant="secondary" onClick={cancel}>
                {t('cancel')}
              </Button>
            )}
          </div>
        </form>
        <Progress state={state} />
      </Card>
    </AdminScreen>
  );
}

function Progress({ state }: { state: ReturnType<typeof useDownload>['state'] }) {
  const t = useT('exportPage');
  const { bytes } = useBytes();
  return (
    <p role="status" className={state.kind === 'failed' ? 'text-danger' : undefined}>
      {state.kind === 'running' && t('progress', { size: bytes(state.bytes), rows: state.rows })}
      {state.kind === 'done' && t('done', { rows: state.rows, name: state.name })}
      {state.kind === 'failed' && `${t('failed')}: ${state.text}`}
      {state.kind === 'cancelled' && t('cancelled')}
    </p>
  );
}

const KILOBYTE = 1_000;

function useBytes() {
  const { number } = useFormats();
  return { bytes: (count: number) => `${number(Math.ceil(count / KILOBYTE))} kB` };
}

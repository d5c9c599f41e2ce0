import type { KeyboardEvent, ReactNode } from 'react';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { classes } from '#ui/classes.ts';
import { useServerNow } from '#web/shared/api/use-server-now.ts';
import { useT } from '#web/shared/language/language.tsx';
import { TimeCell } from './cells.tsx';
import { ListEnd } from './list-end.tsx';

export interface QueueEntry {
  id: string;
  title: ReactNode;
  detail?: ReactNode;
  /** A word or two beside the title: `Badge`s. */
  badges?: ReactNode;
  since: string;
  dueAt?: string | null;
  /** The admin it is assigned to. */
  owner?: string | null;
}

export interface QueueListProps {
  /** The name of the list, for screen readers. */
  label: string;
  entries: readonly QueueEntry[];
  /** The entry that is open. */
  openId?: string | undefined;
  onOpen: (id: string) => void;
}

/** A list of work, the most urgent first. In it J and K or the arrows move, Enter opens. */
export function QueueList({ label, entries, openId, onOpen }: QueueListProps) {
  const t = useT('adminParts');
  return (
    <div className="grid gap-2">
      <p className="hidden text-muted text-sm lg:block">
        {t.rich('queueKeys', {
          key: (chunks) => (
            <kbd className="rounded-md border border-line bg-surface px-1.5 font-sans text-ink">{chunks}</kbd>
          ),
        })}
      </p>
      <Card as="div" padded={false} className="overflow-hidden">
        <ul aria-label={label} className="divide-y divide-line">
          {entries.map((entry) => (
            <li key={entry.id}>
              <Entry entry={entry} open={entry.id === openId} onOpen={() => onOpen(entry.id)} />
            </li>
          ))}
        </ul>
      </Card>
      <ListEnd count={entries.length} />
    </div>
  );
}

function Entry({ entry, open, onOpen }: { entry: QueueEntry; open: boolean; onOpen: () => void }) {
  const t = useT('adminParts');
  const { title, detail, badges, since, dueAt, owner } = entry;
  const now = useServerNow();
  const late = dueAt ? new Date(dueAt) < now : false;
  return (
    <button
      type="button"
      aria-expanded={open}
      onClick={onOpen}
      onKeyDown={move}
      className={classes(
        'grid w-full gap-1 px-4 py-3 text-start hover:bg-sunken focus-visible:-outline-offset-3 sm:px-5',
        open && 'bg-brand-soft text-on-brand-soft',
      )}
    >
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="wrap-anywhere min-w-0 font-semibold">{title}</span>
        <span className="flex flex-wrap gap-1.5">
          {badges}
          {owner && (
            <Badge tone="brand">
              <bdi>{owner}</bdi>
            </Badge>
          )}
          {late && <Badge tone="danger">{t('late')}</Badge>}
        </span>
      </span>
      {detail && <span className="wrap-anywhere text-sm">{detail}</span>}
      <span className={classes('flex flex-wrap gap-x-4 text-sm', !open && 'text-muted')}>
        <span>{t.rich('waiting', { time: () => <TimeCell at={since} /> })}</span>
        {dueAt && <span>{t.rich('due', { time: () => <TimeCell at={dueAt} /> })}</span>}
      </span>
    </button>
  );
}

/** Moves the focus to the entry beside this one. Only in the list: a key that acts anywhere gets in the way of dictation. */
function move(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isDown = event.key === 'j' || event.key === 'ArrowDown';
  const isUp = event.key === 'k' || event.key === 'ArrowUp';
  if (!isDown && !isUp) return;
  event.preventDefault();
  const entry = event.currentTarget.closest('li');
  const next = isDown ? entry?.nextElementSibling : entry?.previousElementSibling;
  next?.querySelector('button')?.focus();
}

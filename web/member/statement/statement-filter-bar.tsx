import { Download } from 'lucide';
import { useId, useState } from 'react';
import type { StatementFilters } from '#contract/statement.ts';
import { type STATEMENT_CSV_PATH, STATEMENT_FILTERS } from '#contract/statement.values.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { Icon } from '#ui/icon.tsx';
import { saveFile } from '#ui/save-file.ts';
import { download } from '#web/shared/api/download.ts';
import { useCallMutation } from '#web/shared/api/use-call-mutation.ts';
import { TypedFilter } from '#web/shared/forms/typed-filter.tsx';
import { useFormats, useT } from '#web/shared/language/language.tsx';

const PATH: typeof STATEMENT_CSV_PATH = '/api/statement.csv';
const CHOICES = [undefined, ...STATEMENT_FILTERS] as const;

type Shown = Partial<Record<'search' | 'from' | 'to', string>> & { kind: StatementFilters['kind'] };

interface StatementFilterBarProps {
  /** As in the address. */
  shown: Shown;
  /** As the server takes them. */
  filters: StatementFilters;
  onChange: (change: Partial<Record<keyof Shown, string | undefined>>) => void;
}

/** Narrows the statement, and saves what is left as a file. */
export function StatementFilterBar({ shown, filters, onChange }: StatementFilterBarProps) {
  const t = useT('statement');
  const names = useT('statement.filters');
  const { number } = useFormats();
  const { kind, search, from, to } = shown;
  const active = [kind, search, from, to].filter(Boolean).length;
  const [open, setOpen] = useState(false);
  const fields = useId();
  const save = useCallMutation(() => download(`${PATH}?${new URLSearchParams(filters)}`), {
    onDone: ({ name, content }) => saveFile(name, content),
    failed: t('saveFailed'),
  });
  return (
    <div className="grid gap-3">
      {/* On a phone the entries come first, and what narrows them is behind one button. */}
      <Button
        variant="secondary"
        className="justify-self-start sm:hidden"
        aria-expanded={open}
        aria-controls={fields}
        onClick={() => setOpen(!open)}
      >
        {names('label')}
        {active > 0 && <Badge tone="brand">{number(active)}</Badge>}
      </Button>
      <div id={fields} className={classes('grid gap-3', !open && 'max-sm:hidden')}>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{names('label')}</legend>
          {CHOICES.map((choice) => (
            <button
              key={choice ?? 'all'}
              type="button"
              aria-pressed={kind === choice}
              onClick={() => onChange({ kind: choice })}
              className={classes(
                'min-h-11 rounded-full border-2 px-4 font-semibold text-sm transition-colors',
                kind === choice
                  ? 'border-brand bg-brand-soft text-on-brand-soft'
                  : 'border-line bg-surface hover:border-muted',
              )}
            >
              {names(choice ?? 'all')}
            </button>
          ))}
        </fieldset>
        <div className="grid gap-x-2 gap-y-3 min-[23rem]:grid-cols-2 sm:grid-cols-[2fr_1fr_1fr] sm:gap-x-3 min-[23rem]:max-sm:*:first:col-span-2">
          <TypedFilter
            label={names('search')}
            value={search}
            onValue={(value) => onChange({ search: value })}
          />
          <TypedFilter
            type="date"
            label={names('from')}
            value={from}
            onValue={(value) => onChange({ from: value })}
          />
          <TypedFilter
            type="date"
            label={names('to')}
            error={from && to && from > to ? names('wrongDays') : undefined}
            value={to}
            onValue={(value) => onChange({ to: value })}
          />
        </div>
      </div>
      <Button
        variant="secondary"
        className="justify-self-start"
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        <Icon of={Download} className="size-5" />
        {t('save')}
      </Button>
    </div>
  );
}

import { type ReactNode, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { TextField } from '#ui/field.tsx';
import { LABELS_BESIDE } from '#ui/labels-beside.ts';
import { useTyped } from '#web/shared/forms/use-typed.ts';
import { useT } from '#web/shared/language/language.tsx';

const SEARCH_MAX_LENGTH = 100;

export interface FilterBarProps {
  /** The search in force, and its setter; without them there is no search field. */
  search?: string;
  onSearch?: (search: string) => void;
  searchLabel?: string;
  searchHint?: string;
  /** Further choices: `SelectField`s. */
  children?: ReactNode;
  /** On a phone the labels stand above: beside them there is no room for long choices. */
  labelsAbove?: boolean;
  /** Removes every filter; undefined if none is set. */
  onClear?: (() => void) | undefined;
}

/** Search and filters above a list. */
export function FilterBar({
  search = '',
  onSearch,
  searchLabel = '',
  searchHint,
  children,
  labelsAbove = false,
  onClear,
}: FilterBarProps) {
  const t = useT('adminParts');
  const [typed, setTyped] = useTyped(search, (text) => onSearch?.(text));
  const bar = useRef<HTMLElement>(null);
  const clear = () => {
    onClear?.();
    // The button that has the focus goes.
    bar.current?.focus();
  };
  return (
    <search
      ref={bar}
      tabIndex={-1}
      className="grid items-start gap-3 outline-none sm:grid-cols-2 lg:grid-cols-4"
    >
      {onSearch && (
        <div className="sm:col-span-2">
          <TextField
            type="search"
            label={searchLabel}
            hint={searchHint}
            maxLength={SEARCH_MAX_LENGTH}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </div>
      )}
      {children && (
        <div className={classes('grid gap-3 sm:contents', !labelsAbove && LABELS_BESIDE)}>{children}</div>
      )}
      {onClear && (
        <div className="flex items-end sm:col-span-2 lg:col-span-4">
          <Button variant="quiet" size="small" onClick={clear}>
            {t('clearFilters')}
          </Button>
        </div>
      )}
    </search>
  );
}

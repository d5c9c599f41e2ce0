import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { classes } from '#ui/classes.ts';
import { TextField } from '#ui/field.tsx';
import { LABELS_BESIDE } from '#ui/labels-beside.ts';
import { useT } from '#web/shared/language/language.tsx';

/** Typing must pause this long before the list is read. */
const TYPING_PAUSE_MS = 300;
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
  const { typed, type } = useTyped(search, onSearch);
  return (
    <search className="grid items-start gap-3 sm:grid-cols-2 lg:grid-cols-4">
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
            onChange={({ target }) => type(target.value)}
          />
        </div>
      )}
      {children && (
        <div className={classes('grid gap-3 sm:contents', !labelsAbove && LABELS_BESIDE)}>{children}</div>
      )}
      {onClear && (
        <div className="flex items-end sm:col-span-2 lg:col-span-4">
          <Button variant="quiet" size="small" onClick={onClear}>
            {t('clearFilters')}
          </Button>
        </div>
      )}
    </search>
  );
}

/** The text in the field; `onSearch` is called when typing pauses. */
function useTyped(search: string, onSearch: ((search: string) => void) | undefined) {
  const [typed, setTyped] = useState(search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(search);
  useEffect(() => {
    // Changed from outside: the filters were cleared, or the person went back in history.
    if (search === sent.current) return;
    sent.current = search;
    setTyped(search);
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = text.trim();
      onSearch?.(text.trim());
    }, TYPING_PAUSE_MS);
  };
  return { typed, type };
}

import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { ListedMember } from '#contract/members.ts';
import { MEMBER_SEARCH_MAX_LENGTH, MEMBER_SEARCH_MIN_LENGTH } from '#contract/members.values.ts';
import { classes } from '#ui/classes.ts';
import { TextField } from '#ui/field.tsx';
import { adminQuery } from '#web/admin/parts/admin-query.ts';
import { Identifier } from '#web/admin/parts/identifier.tsx';
import { useT } from '#web/shared/language/language.tsx';
import { useDebounced } from './use-debounced.ts';

/** Members listed at once. */
const OFFERED_MAX = 8;

export type ChosenMember = Pick<ListedMember, 'id' | 'name' | 'email'>;

interface MemberSelectProps {
  label: string;
  chosen: ChosenMember | undefined;
  onChoose: (member: ChosenMember | undefined) => void;
}

/** Chooses a member: typing searches, arrows move, Enter chooses (the combobox pattern of WAI-ARIA). */
export function MemberSelect({ label, chosen, onChoose }: MemberSelectProps) {
  const t = useT('memberSelect');
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const { members, state } = useFound(typed, open);
  const choose = (member: ChosenMember) => {
    onChoose(member);
    setOpen(false);
    setTyped('');
  };
  const type = (text: string) => {
    setTyped(text);
    setOpen(true);
    setAt(0);
    onChoose(undefined);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpen(true);
      if (open) setAt(Math.min(Math.max(at + step, 0), Math.max(members.length - 1, 0)));
    } else if (event.key === 'Enter' && open && members[at]) {
      event.preventDefault();
      choose(members[at]);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setOpen(false);
    }
  };
  return (
    <div className="relative">
      <TextField
        label={label}
        hint={t('hint')}
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && members[at] ? `${listId}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={MEMBER_SEARCH_MAX_LENGTH}
        placeholder={t('placeholder')}
        value={chosen ? `${chosen.name} · ${chosen.email}` : typed}
        onChange={({ target }) => type(target.value)}
        onFocus={({ target }) => {
          setOpen(!chosen);
          target.select();
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
      />
      <div
        id={listId}
        role="listbox"
        aria-label={label}
        hidden={!open}
        className="absolute inset-x-0 top-full z-10 mt-1 max-h-80 overflow-y-auto rounded-2xl border border-line bg-surface p-1 shadow-raised"
      >
        {(open ? members : []).map((member, index) => (
          <Option
            key={member.id}
            id={`${listId}-${index}`}
            member={member}
            active={index === at}
            onChoose={() => choose(member)}
          />
        ))}
        {open && members.length === 0 && <p className="px-3 py-2 text-muted text-sm">{t(state)}</p>}
      </div>
      <p role="status" className="sr-only">
        {open && (state === 'found' ? t('found', { count: members.length }) : t(state))}
      </p>
    </div>
  );
}

interface OptionProps {
  id: string;
  member: ChosenMember;
  active: boolean;
  onChoose: () => void;
}

function Option({ id, member, active, onChoose }: OptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // The keyboard focus stays in the field, which moves through the options.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={active}
      // Keeps the focus in the field; losing it would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      className={classes(
        'cursor-pointer rounded-xl px-3 py-2 hover:bg-sunken',
        active && 'bg-brand-soft text-on-brand-soft',
      )}
    >
      <bdi className="wrap-anywhere block font-semibold">{member.name}</bdi>
      <span className="block text-sm">
        <Identifier>{member.email}</Identifier>
      </span>
    </div>
  );
}

/** The members that match the text: none until the search has run, or if the text is too short; without one the newest. */
function useFound(typed: string, open: boolean) {
  const text = useDebounced(typed.trim());
  const searching = text !== typed.trim();
  const tooShort = text !== '' && text.length < MEMBER_SEARCH_MIN_LENGTH;
  const query = {
    limit: OFFERED_MAX,
    order: 'created',
    direction: 'desc',
    search: text || undefined,
  } as const;
  const found = useQuery({ ...adminQuery('GET /api/admin/users', { query }), enabled: open && !tooShort });
  // Leaves out the results of an earlier text: Enter would choose another member than was typed.
  const members = searching ? [] : (found.data ?? []);
  const state = found.isError
    ? 'failed'
    : tooShort && !searching
      ? 'hint'
      : found.isPending || searching
        ? 'loading'
        : members.length > 0
          ? 'found'
          : 'none';
  return { members, state } as const;
}

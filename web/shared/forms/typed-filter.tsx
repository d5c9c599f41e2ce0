import { useEffect, useState } from 'react';
import { TextField } from '#ui/field.tsx';

/** Typing must pause this long before the list is read. */
const TYPING_PAUSE_MS = 400;
const MAX_LENGTH = 200;

export interface TypedFilterProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  type?: 'text' | 'date';
  value: string | undefined;
  /** Called when typing pauses; undefined for an empty field. */
  onValue: (value: string | undefined) => void;
}

export function TypedFilter({ label, hint, error, type = 'text', value = '', onValue }: TypedFilterProps) {
  const [typed, setTyped] = useState(value);
  // Changed from outside: the filters were cleared, or the person went back in history.
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => onValue(typed.trim() || undefined), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, value, onValue]);
  return (
    <TextField
      type={type}
      label={label}
      hint={hint}
      error={error}
      maxLength={MAX_LENGTH}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

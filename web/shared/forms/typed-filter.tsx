import { TextField } from '#ui/field.tsx';
import { useTyped } from './use-typed.ts';

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
  const [typed, setTyped] = useTyped(value, (text) => onValue(text || undefined));
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

import { readFileSync, statSync } from 'node:fs';

/** Settings whose value stands in a file, as secrets of containers and of systemd do: NAME_FILE is the path. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** A certificate with its chain has a few kilobytes. */
const BYTES_MAX = 64 * 1024;

/**
 * Returns the value of a variable: its own, or the text of the file of NAME_FILE without the line breaks at its end.
 * Undefined if neither is set. A fault is added to `faults` as one line, which repeats neither the text nor the path: an
 * operator may have put the secret where its path belongs.
 */
export function readVariable(environment: Environment, name: string, faults: string[]): string | undefined {
  const file = environment[fileOf(name)];
  if (!file) return environment[name] || undefined;
  if (environment[name]) {
    faults.push(`${fileOf(name)}: ${name} is set too; keep one of them`);
    return undefined;
  }
  return readFileOf(fileOf(name), file, faults);
}

/** Returns the text of the file that this variable names, or undefined with a fault as above. */
export function readFileOf(name: string, file: string, faults: string[]): string | undefined {
  try {
    return readText(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    faults.push(`${name}: ${code ? `its file cannot be read (${code})` : message}`);
    return undefined;
  }
}

/** The variable that names the file of this one. */
export const fileOf = (name: string): string => `${name}_FILE`;

/** Throws an error of the file system with its code, or one whose message says what is wrong with the file. */
function readText(file: string): string {
  const stat = statSync(file);
  // A pipe may never end.
  if (!stat.isFile()) throw new Error('must be the path of a plain file');
  if (stat.size > BYTES_MAX) throw new Error(`its file is longer than ${BYTES_MAX} bytes`);
  const text = decode(readFileSync(file)).replace(/[\r\n]+$/, '');
  if (text === '') throw new Error('its file is empty');
  return text;
}

/** Drops the mark with which some editors begin a file. */
function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('its file must be text in UTF-8');
  }
}

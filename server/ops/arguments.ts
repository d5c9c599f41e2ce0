import { InvalidArgumentError } from '@commander-js/extra-typings';

/** Arguments that contradict each other. The message is shown with the help of the command, and the exit code is 2. */
export class UsageError extends Error {}

/** Reads a whole number of this option. The returned function throws commander's InvalidArgumentError. */
export const wholeNumber =
  (option: string, least: number, most: number) =>
  (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new InvalidArgumentError(`expected ${option} from ${least} to ${most}`);
  };

/** Reads a share of this option, `10` or `10%`, as a number from 0 to 100. Throws as `wholeNumber` does. */
export const percentage =
  (option: string) =>
  (text: string): number => {
    const value = /^\d{1,3}%?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
    if (value <= 100) return value;
    throw new InvalidArgumentError(`expected ${option} like 10%`);
  };

/** Reads a text of this option, trimmed and not empty. Throws as `wholeNumber` does. */
export const textUpTo =
  (option: string, lengthMax: number) =>
  (given: string): string => {
    const text = given.trim();
    if (text !== '' && text.length <= lengthMax) return text;
    throw new InvalidArgumentError(`expected ${option} of 1 to ${lengthMax} characters`);
  };

import compile from 'icu-minify/compile';
import { expect, test } from 'vitest';
import { appAreas, readCatalogue } from '#web/build/catalogue-files.ts';
import { namings, textUses } from '#web/build/text-uses.ts';
import { flat, type Messages } from './compare.ts';

const messages: Messages = Object.assign({}, ...appAreas().map((area) => readCatalogue('en', area)));
const uses = textUses();

/** Texts whose whole name is a variable, which the type of that variable holds to the catalogue. */
const NAMED_BY_VARIABLE = [
  'apiKeys.scope',
  'errors',
  'feeds.categories',
  'goal',
  'history.cardFilters',
  'member.decisions',
  'member.rewardReasons',
  'member.rewardStatuses',
  'member.signalNames',
  'member.transferKinds',
  'offers.categories',
  'offers.devices',
  'offers.filters',
  'offers.order',
  'offers.states',
  'rules',
  'settings.push',
  'statement.filters',
];

test('every text that a screen uses exists', () => {
  expect(uses.length).toBeGreaterThan(50);
  expect(uses.filter(({ key }) => messageAt(key) === undefined)).toEqual([]);
});

test('every text is used by a screen', () => {
  const files = namings();
  /** Whether a file names the whole key, or both its namespace, the first so many parts, and the rest. */
  const isNamed = (key: string): boolean =>
    files.some(({ literals, templates }) => {
      if (literals.has(key)) return true;
      const parts = key.split('.');
      return parts.some((_part, index) => {
        const rest = parts.slice(index).join('.');
        return (
          literals.has(parts.slice(0, index).join('.')) &&
          (literals.has(rest) || templates.some((template) => template.test(rest)))
        );
      });
    });
  const unnamed = [...flat(messages).keys()].filter((key) => !isNamed(key));
  expect(unnamed.filter((key) => !NAMED_BY_VARIABLE.some((prefix) => key.startsWith(`${prefix}.`)))).toEqual(
    [],
  );
  expect(NAMED_BY_VARIABLE.filter((prefix) => !unnamed.some((key) => key.startsWith(`${prefix}.`)))).toEqual(
    [],
  );
});

test('every text gets exactly the arguments that it names', () => {
  const wrong = uses.filter(({ key, given }) => {
    const message = messageAt(key);
    if (message === undefined || given === undefined) return false;
    return [...argumentsOf(message)].sort().join() !== [...given].sort().join();
  });
  expect(wrong).toEqual([]);
});

function messageAt(key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], messages);
  return typeof found === 'string' ? found : undefined;
}

/** Names of `{arguments}` and `<tags>`, including those within the branches of a plural or select. */
function argumentsOf(message: string): Set<string> {
  const names = new Set<string>();
  const visit = (part: unknown) => {
    if (!Array.isArray(part)) return;
    // A node is a list that starts with its name: `[name]`, `[name, type, branches]` or, for a tag, `[name, ...parts]`.
    const [name, second, third] = part;
    names.add(name);
    if (typeof second !== 'number') part.slice(1).forEach(visit);
    else if (typeof third === 'object') Object.values(third).forEach(visitAll);
  };
  const visitAll = (parts: unknown) => Array.isArray(parts) && parts.forEach(visit);
  visitAll(compile(message));
  return names;
}

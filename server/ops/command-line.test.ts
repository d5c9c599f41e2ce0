import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { describe, expect, test, vi } from 'vitest';
import { runOps } from '#testing/process.ts';
import { commandLine } from './command-line.ts';
import { runCommand } from './run-command.ts';

const root = path.join(import.meta.dirname, '../..');
const program = commandLine({
  withDatabase: unopened,
  withAddress: unopened,
  withNewAddress: unopened,
  exitsWith: () => () => Promise.reject(new Error('no command is run here')),
});
const commands = walk(program);
const leaves = commands.filter(({ command }) => command.commands.length === 0);
const groups = [{ name: '', command: program as CommandUnknownOpts }, ...commands].filter(
  ({ command }) => command.commands.length > 0,
);

function unopened(): Promise<never> {
  throw new Error('the database is opened for arguments that are wrong');
}

/** Every command below this one, with its full name. */
function walk(command: CommandUnknownOpts, above = ''): { name: string; command: CommandUnknownOpts }[] {
  return command.commands.flatMap((below) => {
    const name = `${above} ${below.name()}`.trim();
    return [{ name, command: below }, ...walk(below, name)];
  });
}

/** The required options of a command, with values. */
const mandatoryOf = (command: CommandUnknownOpts): string[] =>
  command.options
    .filter(({ mandatory }) => mandatory)
    .flatMap(({ long, argChoices }) => [String(long), argChoices?.[0] ?? '1']);

/** Runs a command that must fail before its work begins. */
async function run(line: string, ...more: string[]): Promise<{ code: number; out: string; error: string }> {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const error = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const textOf = ({ mock }: { mock: { calls: unknown[][] } }) => mock.calls.map(([text]) => text).join('');
  try {
    const code = await runCommand([...line.split(' ').filter(Boolean), ...more], {
      withDatabase: unopened,
      withAddress: unopened,
      withNewAddress: unopened,
    });
    return { code, out: textOf(out), error: textOf(error) };
  } finally {
    out.mockRestore();
    error.mockRestore();
  }
}

describe('the help of the command line', () => {
  test('lists every command on its own line', async () => {
    const { code, out } = await run('--help');
    expect(code).toBe(0);
    const listed = out.slice(out.indexOf('Commands:')).trimEnd().split('\n').slice(1);
    expect(listed).toHaveLength(leaves.length);
    for (const [index, { name }] of leaves.entries())
      expect(listed[index], name).toMatch(new RegExp(`^ {2}${name}( [<[]\\S+)* {2,}\\S.{10,}$`));
  });

  test.each(commands)('describes $name', async ({ name, command }) => {
    const { code, out } = await run(name, '--help');
    expect(code).toBe(0);
    expect(out).toContain(`Usage: npm run ops -- ${name} `);
    const oneLine = out.replaceAll(/\s+/g, ' ');
    expect(command.description()).not.toBe('');
    expect(oneLine).toContain(command.description());
    for (const { flags, description, argChoices } of command.options) {
      expect(oneLine).toContain(flags);
      expect(description || argChoices?.join(', ')).toBeTruthy();
    }
  });

  test('is shown with exit code 2 if no command is given', async () => {
    for (const { name } of groups) {
      const { code, out, error } = await run(name);
      expect([code, out, error]).toEqual([2, '', expect.stringContaining('Commands:')]);
    }
  });
});

describe('the command line refuses unknown input', () => {
  test.each(groups)(
    'an unknown command below "$name" exits with 2 and lists the known ones',
    async ({ name, command }) => {
      const { code, out, error } = await run(name, 'nosuch');
      expect([code, out]).toEqual([2, '']);
      expect(error).toContain("error: unknown command 'nosuch'");
      for (const known of walk(command, name).filter((below) => below.command.commands.length === 0))
        expect(error).toContain(`\n  ${known.name} `);
    },
  );

  test.each(leaves)(
    'an unknown option of $name exits with 2 and lists the known ones',
    async ({ name, command }) => {
      const needed = command.registeredArguments.filter(({ required }) => required).map(() => 'all');
      const { code, out, error } = await run(name, ...needed, ...mandatoryOf(command), '--nosuch');
      expect([code, out]).toEqual([2, '']);
      expect(error).toContain("error: unknown option '--nosuch'");
      for (const { flags } of command.options) expect(error).toContain(flags);
    },
  );

  const counted = leaves.filter(
    ({ command }) => !command.registeredArguments.some(({ variadic }) => variadic),
  );
  test.each(counted)('one argument too many for $name exits with 2', async ({ name, command }) => {
    const given = command.registeredArguments.map(({ argChoices }) => argChoices?.[0] ?? 'all');
    const { code, error } = await run(name, ...given, ...mandatoryOf(command), 'more');
    expect([code, error]).toEqual([2, expect.stringMatching(/^error: too many arguments/)]);
  });
});

test('every command that the documentation names exists', async () => {
  const folders = ['.', 'docs', 'docs/decisions'];
  const pages = await Promise.all(
    folders.map(async (folder) => {
      const names = (await readdir(path.join(root, folder))).filter((name) => name.endsWith('.md'));
      return Promise.all(names.map((name) => readFile(path.join(root, folder, name), 'utf8')));
    }),
  );
  const named = pages
    .flat()
    .flatMap((page) =>
      [...page.matchAll(/npm run (?:-s |--silent )?ops -- ([a-z][a-z -]*[a-z])/g)].map(
        ([, words = '']) => words,
      ),
    );
  expect(named.length).toBeGreaterThan(20);
  const known = (words: string) => leaves.some(({ name }) => `${words} `.startsWith(`${name} `));
  expect(named.filter((words) => !known(words))).toEqual([]);
});

test('wrong settings are named, and the exit code is 1', async () => {
  const { code, output } = await runOps(['audit'], { PORT: 'x', DATABASE_URL: 'no address' });
  expect(code).toBe(1);
  expect(output).toMatch(/^PORT: .+\n(.+\n)*\d faults?\.\n$/);
});

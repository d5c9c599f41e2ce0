import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Which parts of web/ may import which others, including types and code that is loaded later. */

interface Import {
  from: string;
  specifier: string;
  /** A path of the project, or the name of a package. */
  to: string;
}

const root = path.resolve(import.meta.dirname, '..');
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => `web/${name.replaceAll('\\', '/')}`);
const imports = files.flatMap(importsOf);

const isIn = (file: string, ...rooms: string[]) => rooms.some((room) => file.startsWith(`web/${room}/`));
const from = (...rooms: string[]) => imports.filter((entry) => isIn(entry.from, ...rooms));
const list = (entries: Import[]) => entries.map(({ from, to }) => `${from} -> ${to}`);

test('the scan sees types, imports for side effects and lazy imports', () => {
  const seen = list(imports);
  expect(seen).toContain('web/ui/toast.tsx -> web/ui/toast-store.ts');
  expect(seen).toContain('web/app/idle.tsx -> web/app/routes.tsx');
  expect(seen).toContain('web/app/routes.tsx -> web/member/dashboard/dashboard-page.tsx');
  expect(seen).toContain('web/shared/captcha/load-altcha.ts -> web/shared/captcha/solve.worker.ts');
  expect(seen).toContain('web/shared/captcha/altcha-widget.tsx -> altcha/altcha.css');
});

test('the screens of members and those of admins do not import each other', () => {
  expect(list(from('member').filter(({ to }) => isIn(to, 'admin')))).toEqual([]);
  expect(list(from('admin').filter(({ to }) => isIn(to, 'member')))).toEqual([]);
});

test('no screen imports the shell of the app or the pages without script', () => {
  expect(list(from('member', 'admin').filter(({ to }) => isIn(to, 'app', 'site')))).toEqual([]);
});

test('shared code imports no screen, nothing of the shell and nothing of the pages without script', () => {
  expect(list(from('shared').filter(({ to }) => isIn(to, 'member', 'admin', 'app', 'site')))).toEqual([]);
});

test('the pages without script import no screen and nothing of the shell', () => {
  expect(list(from('site').filter(({ to }) => isIn(to, 'member', 'admin', 'app')))).toEqual([]);
});

test('web/ui imports itself, values of the contract, and packages that know no calls and no addresses', () => {
  const wrong = from('ui').filter(({ to }) => {
    if (to.startsWith('web/')) return !isIn(to, 'ui');
    if (to.startsWith('contract/')) return !/^contract\/([\w-]+[.-])?values\.ts$/.test(to);
    return /^(#|@tanstack\/)/.test(to);
  });
  expect(list(wrong)).toEqual([]);
});

test('code for the browser imports nothing of the build', () => {
  const wrong = imports.filter(
    ({ from, to }) => !isIn(from, 'build') && !from.endsWith('.test.ts') && isIn(to, 'build'),
  );
  expect(list(wrong)).toEqual([]);
});

test('a screen of admins changes something by useCallMutation alone', () => {
  const byHand = files.filter((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    return isIn(file, 'admin') && /\buse(Mutation|FreshSignIn|ServerFieldErrors)\b/.test(source);
  });
  // It reads.
  expect(byHand).toEqual(['web/admin/exports/use-download.ts']);
});

test('a part of a screen that loads later is a latePart, so that its failure leaves the rest', () => {
  const wrong = files.filter((file) => /\blazy\b[(<]/.test(readFileSync(path.join(root, file), 'utf8')));
  expect(wrong).toEqual(['web/shared/parts/late-part.tsx']);
});

test('no files import each other in a cycle, not even for types', () => {
  const graph = new Map(
    files.map((file) => [file, imports.filter((entry) => entry.from === file).map(({ to }) => to)]),
  );
  // Removes files without remaining imports or importers; they are in no cycle.
  for (let before = 0; before !== graph.size; ) {
    before = graph.size;
    for (const [file, targets] of graph) if (!targets.some((to) => graph.has(to))) graph.delete(file);
    const imported = new Set([...graph.values()].flat());
    for (const file of graph.keys()) if (!imported.has(file)) graph.delete(file);
  }
  expect(
    [...graph].flatMap(([file, targets]) =>
      targets.filter((to) => graph.has(to)).map((to) => `${file} -> ${to}`),
    ),
  ).toEqual([]);
});

test('a file in the same folder is imported by ./, any other one by #ui or #web', () => {
  const wrong = imports.filter(({ from, specifier, to }) => {
    // The package exports only the readable form of this file.
    if (to.startsWith('node_modules/altcha/')) return false;
    if (specifier.startsWith('.')) return path.posix.dirname(from) !== path.posix.dirname(to);
    if (specifier.startsWith('#ui/') || specifier.startsWith('#web/'))
      return path.posix.dirname(from) === path.posix.dirname(to) || specifier.startsWith('#web/ui/');
    return false;
  });
  expect(wrong).toEqual([]);
});

function importsOf(from: string): Import[] {
  const source = readFileSync(path.join(root, from), 'utf8');
  const found = source.matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'|\bnew Worker\(new URL\('([^']+)'/g);
  return [...found].map(([, imported, address]) => {
    const specifier = imported ?? address ?? '';
    return { from, specifier, to: targetOf(from, specifier) };
  });
}

function targetOf(from: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier);
  return specifier
    .replace(/^#ui\//, 'web/ui/')
    .replace(/^#web\//, 'web/')
    .replace(/^#contract\//, 'contract/');
}

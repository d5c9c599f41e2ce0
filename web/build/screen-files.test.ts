import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { SCREENS } from './screen-files.ts';

test('the files named for a screen are those that its route loads', async () => {
  const routes = await readFile(new URL('../app/routes.tsx', import.meta.url), 'utf8');
  const loaded = routes.split('createRoute(').flatMap((route) => {
    const [, path = ''] = /^ {2}path: '([^']+)',$/m.exec(route) ?? [];
    const [, chunk = ''] = /import\('#web\/member\/[\w/-]+\/([\w-]+)\.tsx'\)/.exec(route) ?? [];
    const texts = [...route.matchAll(/withTexts\(\s*'(\w+)'/g)].map(([, area]) => area);
    // A part that differs is called `*` in the list of paths.
    const address = path.replace(/\$\w+(?:\/\$\w+)*$/, '*');
    // The admins' screens have no list of files.
    return path && chunk && path !== '/admin' ? [[address, { chunk, texts }]] : [];
  });
  expect(SCREENS).toEqual(Object.fromEntries(loaded));
});

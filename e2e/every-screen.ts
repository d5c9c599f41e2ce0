import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The address of every screen that is not an admin's. */
export const MEMBER_SCREENS = [
  '/dashboard',
  '/task',
  '/history',
  '/history?tab=cards',
  '/earn',
  '/adwall',
  '/profile',
];
export const VISITOR_SCREENS = ['/auth?login=true', '/auth?signup=true', '/reset-password?token=x'];
export const STATIC_PAGES = ['/', '/privacy', '/terms'] as const;

/** The address of every admin screen without an id in it, from the list of their sections. */
export async function adminScreens(): Promise<string[]> {
  const sections = await readFile(path.join(import.meta.dirname, '../web/admin/shell/sections.ts'), 'utf8');
  return [...sections.matchAll(/^ {4}path: '([^'$]*)',$/gm)].map(([, address]) =>
    address ? `/admin/${address}` : '/admin',
  );
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** Every screen that anyone but an admin sees, by its address. */
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

/** Every screen of the admins whose address has no id in it, as the list of their sections has them. */
export async function adminScreens(): Promise<string[]> {
  const sections = await readFile(path.join(import.meta.dirname, '../web/admin/shell/sections.ts'), 'utf8');
  return [...sections.matchAll(/^ {4}path: '([^'$]*)',$/gm)].map(([, address]) =>
    address ? `/admin/${address}` : '/admin',
  );
}

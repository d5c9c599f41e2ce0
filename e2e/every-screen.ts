import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The address of every screen that is not an admin's. */
export const MEMBER_SCREENS = [
  '/dashboard',
  '/task',
  '/history',
  '/history?tab=cards',
  '/statement',
  '/offers',
  '/offers/started',
  '/earn',
  '/redeem',
  '/adwall',
  '/profile',
];
export const VISITOR_SCREENS = [
  '/auth?login=true',
  '/auth?signup=true',
  '/confirm-email#email=a%40example.com&code=123456',
  '/reset-password?token=x',
];
export const STATIC_PAGES = ['/', '/privacy', '/terms'] as const;

/** There are so many admin screens at least: fewer would mean that the list is read wrongly. */
const ADMIN_SCREENS_MIN = 22;

/** The address of every admin screen without an id in it, from the list of their paths. */
export async function adminScreens(): Promise<string[]> {
  const file = path.join(import.meta.dirname, '../web/admin/parts/section-path.ts');
  const paths = [...(await readFile(file, 'utf8')).matchAll(/^ {2}\| '([^'$]*)'/gm)];
  if (paths.length < ADMIN_SCREENS_MIN)
    throw new Error(`only ${paths.length} admin screens found in ${file}`);
  return paths.map(([, address]) => (address ? `/admin/${address}` : '/admin'));
}

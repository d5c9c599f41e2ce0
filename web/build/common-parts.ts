import path from 'node:path';
import type { Rolldown } from 'vite';
import { file } from './shared.ts';

/** A module used by at least this many members' screens goes into a shared file, so that a screen needs few files. */
const SCREENS_MIN = 4;
const OWN = file('../');
/** Admins' screens do not count: modules that only they share must not load with the members' first screen. */
const ADMIN = file('../admin/');
/** The frame of all admins' screens. What it shares with them is in one file. */
const ADMIN_FRAME = file('../admin/shell/admin-layout.tsx');
/** The roots of the first screen. Nothing else may load with it. */
const ENTRY = file('../app/main.tsx');
const FIRST_SCREEN = file('../member/dashboard/dashboard-page.tsx');
/** What the dashboard shows right after its first screen. What it shares with any other screen is in one file. */
const SOON = [
  '../member/dashboard/ahead.ts',
  '../member/dashboard/latest-activity.tsx',
  '../member/security/second-visit.tsx',
  '../shared/parts/sign-out-button.tsx',
].map(file);
/** What every screen loads when the browser has nothing else to do. */
const IDLE = ['../app/failed.tsx', '../app/idle.tsx'].map(file);
const SMALL =
  /node_modules\/lucide\/|\/web\/ui\/|\/web\/shared\/(api|browser|missions|offline)\/|\/contract\/[\w-]+\.values\.ts/;
const ICONS = /node_modules\/lucide\//;
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|use-intl|@formatjs\/fast-memoize|@tanstack\/(react-router|router-core|history|react-store|store|react-query|query-core))\//;
/** Parts of those packages that the first screen does not need. */
const LATER_FRAMEWORK = /(mutationObserver|infiniteQueryObserver|useMutation(State)?|useInfiniteQuery)\.js$/;
/** Loads modules on demand; written by the build. */
const PRELOADER = /vite\/preload-helper/;
/** Forms and dialogs bring large packages that the first screen does not need. */
export const FORMS =
  /\/web\/(shared\/forms\/(form\.ts|fault\.ts|fields\.tsx)|ui\/field\.tsx)$|\/contract\/(rules|faults)\.ts$|node_modules\/(react-hook-form|@hookform|zod)\//;
/** Packages of dialogs, tabs and notifications. */
const WIDGETS =
  /node_modules\/@radix-ui\/(primitive|react-(?!(dialog|focus-scope|focus-guards|tabs|roving-focus|toast)\/))/;
/** Parts of those widgets that only some screens use. */
const WIDGET_PARTS = /\/web\/ui\/(dialog|tabs|toast)\.tsx$/;

/** What every screen of the app needs, in one file: it compresses better and changes only with its packages. */
export const isFramework = (id: string): boolean => FRAMEWORK.test(id) && !LATER_FRAMEWORK.test(id);

/**
 * The file for a shared module or icon of ours: `common` if the first screen needs it, `soon` if what follows it does,
 * `later` if what comes last does, `screens` if many other members' screens do, `staff` if the admins' frame does; null if
 * it stays with the parts that use it.
 */
export function commonPart(id: string, modules: Rolldown.ChunkingContext): string | null {
  if (PRELOADER.test(id)) return 'common';
  if (WIDGETS.test(id)) return 'widgets';
  // Signing out needs what the first screen does not.
  if (FRAMEWORK.test(id)) return isFramework(id) ? null : 'soon';
  if (FORMS.test(id) || WIDGET_PARTS.test(id) || !(id.startsWith(OWN) || SMALL.test(id))) return null;
  const users = [...usersOf(id, modules)];
  const parts = users.filter((user) => isLoadedByItself(user, modules));
  const ofMembers = parts.filter((part) => !part.startsWith(ADMIN)).length;
  if (users.includes(ENTRY)) return id === ENTRY ? null : 'common';
  if (users.includes(FIRST_SCREEN)) return ofMembers > 1 ? 'common' : null;
  if (SOON.some((part) => users.includes(part))) {
    return parts.some((part) => !SOON.includes(part) && !part.startsWith(ADMIN)) ? 'soon' : null;
  }
  if (parts.length > 1 && IDLE.some((part) => part !== id && users.includes(part))) return 'later';
  if (ofMembers === 0 && parts.length > 1 && users.includes(ADMIN_FRAME)) return 'staff';
  // A file of their own would cost more than the bytes of small modules.
  const isShared = ofMembers >= SCREENS_MIN || (SMALL.test(id) && ofMembers > 0 && parts.length > 1);
  return isShared ? 'screens' : null;
}

const isLoadedByItself = (id: string, modules: Rolldown.ChunkingContext): boolean => {
  const module = modules.getModuleInfo(id);
  return module !== null && (module.isEntry || module.dynamicImporters.length > 0);
};

/** The module itself and all that import it, directly or not. */
function usersOf(id: string, modules: Rolldown.ChunkingContext): Set<string> {
  const users = new Set(ICONS.test(id) ? usersOfIcon(id, modules) : [id]);
  for (const user of users) {
    for (const importer of modules.getModuleInfo(user)?.importers ?? []) users.add(importer);
  }
  return users;
}

/** The package's lists of icons import every icon, so the users of one are found by its name in their code. */
function usersOfIcon(id: string, modules: Rolldown.ChunkingContext): string[] {
  const words = path.basename(id, path.extname(id));
  const name = words.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const named = new RegExp(`\\b${name}\\b`);
  const lists = new Set([id]);
  const users = new Set<string>();
  for (const list of lists) {
    for (const importer of modules.getModuleInfo(list)?.importers ?? []) {
      (ICONS.test(importer) ? lists : users).add(importer);
    }
  }
  return [...users].filter((user) => named.test(modules.getModuleInfo(user)?.code ?? ''));
}

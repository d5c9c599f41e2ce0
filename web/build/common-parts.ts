import path from 'node:path';
import type { Rolldown } from 'vite';
import { file } from './shared.ts';

/** A module used by at least this many members' screens goes into a shared file, so that a screen needs few files. */
const SCREENS_MIN = 4;
/** The same for icons and other small modules: a file of their own costs more than their bytes. */
const SCREENS_MIN_OF_SMALL = 2;
const OWN = file('../');
/** Admins' screens do not count: modules that only they share must not load with the members' first screen. */
const ADMIN = file('../admin/');
/** The roots of the first screen. Nothing else may load with it. */
const FIRST = [file('../app/main.tsx'), file('../member/dashboard/dashboard-page.tsx')];
const SMALL = /node_modules\/lucide\/|\/web\/ui\/|\/web\/shared\/api\//;
const ICONS = /node_modules\/lucide\//;
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

/**
 * The file for a shared module or icon of ours: `common` if the first screen needs it, `screens` if many other members'
 * screens do; null if it stays with the parts that use it.
 */
export function commonPart(id: string, modules: Rolldown.ChunkingContext): string | null {
  if (PRELOADER.test(id)) return 'common';
  if (WIDGETS.test(id)) return 'widgets';
  if (FORMS.test(id) || WIDGET_PARTS.test(id) || !(id.startsWith(OWN) || ICONS.test(id))) return null;
  const users = usersOf(id, modules);
  const parts = [...users].filter((user) => isLoadedByItself(user, modules)).length;
  if (FIRST.some((first) => users.has(first))) return parts > 1 ? 'common' : null;
  return parts >= (SMALL.test(id) ? SCREENS_MIN_OF_SMALL : SCREENS_MIN) ? 'screens' : null;
}

const isLoadedByItself = (id: string, modules: Rolldown.ChunkingContext): boolean => {
  const module = modules.getModuleInfo(id);
  return module !== null && (module.isEntry || module.dynamicImporters.length > 0);
};

/** The module itself and all that import it for members, directly or not. */
function usersOf(id: string, modules: Rolldown.ChunkingContext): Set<string> {
  const users = new Set(ICONS.test(id) ? usersOfIcon(id, modules) : [id]);
  for (const user of users) {
    if (user.startsWith(ADMIN)) users.delete(user);
    else for (const importer of modules.getModuleInfo(user)?.importers ?? []) users.add(importer);
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

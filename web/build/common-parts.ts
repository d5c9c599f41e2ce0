import path from 'node:path';
import type { Rolldown } from 'vite';
import { file } from './shared.ts';

/** What at least this many screens of members share goes into one file too, so that a screen is few files. */
const SCREENS_MIN = 4;
const OWN = file('../');
/** The admins' screens do not count: what only they share must not come with the members' first screen. */
const ADMIN = file('../pages/admin/');
const ICONS = /node_modules\/lucide-react\//;
/** Forms and dialogs bring large packages, which the first screen does without. */
export const FORMS =
  /\/web\/(form\.ts|ui\/field\.tsx)$|\/contract\/rules\.ts$|node_modules\/(react-hook-form|@hookform|zod)\//;
const DIALOGS = /\/web\/ui\/dialog\.tsx$/;
/** Pictures and names of rewards are on many screens, but not on the first one. */
const REWARDS = /\/web\/(ui\/illustrations\/reward-art\.tsx|redeem\/use-reward-names\.ts)$/;

/** `common` for a module of ours, or an icon, that many screens of members share; null for others. */
export function commonPart(id: string, modules: Rolldown.ChunkingContext): string | null {
  const isApart = FORMS.test(id) || DIALOGS.test(id) || REWARDS.test(id);
  const mayBe = (id.startsWith(OWN) || ICONS.test(id)) && !isApart;
  return mayBe && memberScreens(id, modules).size >= SCREENS_MIN ? 'common' : null;
}

/** The screens, and other parts loaded by themselves, that bring this module to members. */
function memberScreens(id: string, modules: Rolldown.ChunkingContext): Set<string> {
  const users = new Set(ICONS.test(id) ? usersOfIcon(id, modules) : [id]);
  const screens = new Set<string>();
  for (const user of users) {
    const module = modules.getModuleInfo(user);
    if (!module || user.startsWith(ADMIN)) continue;
    if (module.isEntry || module.dynamicImporters.length > 0) screens.add(user);
    for (const importer of module.importers) users.add(importer);
  }
  return screens;
}

/** The package's lists of icons import every one of them, so who uses an icon is seen by its name alone. */
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

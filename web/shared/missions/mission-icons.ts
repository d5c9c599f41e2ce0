import { CirclePlay, ClipboardList, type IconNode, ShoppingBag, Smartphone, UserPlus } from 'lucide';
import type { MissionKind } from '#contract/missions.values.ts';

export const MISSION_ICONS: Record<MissionKind, IconNode> = {
  app_install: Smartphone,
  video: CirclePlay,
  sign_up: UserPlus,
  survey: ClipboardList,
  browse: ShoppingBag,
};

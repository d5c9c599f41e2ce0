import { CirclePlay, ClipboardList, type LucideIcon, ShoppingBag, Smartphone, UserPlus } from 'lucide-react';
import type { MissionKind } from '#contract/missions.values.ts';

export const MISSION_ICONS: Record<MissionKind, LucideIcon> = {
  app_install: Smartphone,
  video: CirclePlay,
  sign_up: UserPlus,
  survey: ClipboardList,
  browse: ShoppingBag,
};

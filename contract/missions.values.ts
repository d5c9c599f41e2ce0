/** Kinds of missions of our own. */
export const MISSION_KINDS = ['video', 'survey', 'app_install', 'sign_up', 'browse'] as const;
export type MissionKind = (typeof MISSION_KINDS)[number];
export const MISSION_DIFFICULTIES = ['easy', 'medium'] as const;
export const MISSION_STATUSES = ['draft', 'active', 'paused', 'ended'] as const;

/**
 * State of a mission for one member. `reversed`: the advertiser did not accept it; what was credited is taken back.
 * `full`: all places are taken, in total or for today.
 */
export const MISSION_STATES = [
  'open',
  'under_way',
  'completed',
  'reversed',
  'paused',
  'ended',
  'full_today',
  'full',
] as const;
export type MissionState = (typeof MISSION_STATES)[number];
export const MISSION_TIMED_SECONDS_MAX = 3_600;

/** How often a page that shows a timed mission sends a heartbeat. */
export const HEARTBEAT_SECONDS = 5;

/** Result of a heartbeat. `elsewhere`: another page of the member is counting. `reached`: the time is complete. */
export const BEAT_STATES = ['counting', 'stopped', 'elsewhere', 'reached'] as const;

/** Most missions that are announced to members. */
export const ANNOUNCED_MAX = 3;

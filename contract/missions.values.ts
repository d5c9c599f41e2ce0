/** Kinds of missions of our own. */
export const MISSION_KINDS = ['video', 'survey', 'app_install', 'sign_up', 'browse'] as const;
export type MissionKind = (typeof MISSION_KINDS)[number];
export const MISSION_DIFFICULTIES = ['easy', 'medium'] as const;
export const MISSION_STATUSES = ['draft', 'active', 'paused', 'ended'] as const;

/** How a mission stands for one member. `full`: all places are taken, in all or for today. */
export const MISSION_STATES = [
  'open',
  'under_way',
  'completed',
  'paused',
  'ended',
  'full_today',
  'full',
] as const;
export type MissionState = (typeof MISSION_STATES)[number];
export const MISSION_TIMED_SECONDS_MAX = 3_600;

/** A page that shows a timed mission says so this often. */
export const HEARTBEAT_SECONDS = 5;

/** What became of a heartbeat. `elsewhere`: another page of the member is counting. `reached`: the time is full. */
export const BEAT_STATES = ['counting', 'stopped', 'elsewhere', 'reached'] as const;

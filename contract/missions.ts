import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  Browse,
  type MissionContent as ContentRules,
  missionPlan,
  Survey,
  shortId,
  Video,
} from './missions.rules.ts';
import {
  ANNOUNCED_MAX,
  BEAT_STATES,
  MISSION_DIFFICULTIES,
  MISSION_KINDS,
  MISSION_STATES,
} from './missions.values.ts';
import * as rules from './rules.ts';
import { idParams, moment } from './shapes.ts';
import { Translations, translationCall } from './translations.ts';

/** Missions: offers of our own. Their content is stored as data, with a shape per kind. */
export type MissionContent = z.infer<typeof ContentRules>;

/** The same for a member: each member gets an address of their own once the mission is started. */
const memberLink = <Kind extends 'app_install' | 'sign_up'>(kind: Kind) =>
  z.object({ kind: z.literal(kind), url: z.string().nullable() });

export const Mission = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  instructions: z.array(z.string()).describe('What to do, one text per step.'),
  pointsEarned: z.int(),
  difficulty: z.enum(MISSION_DIFFICULTIES),
  state: z.enum(MISSION_STATES),
  countedMs: z.int().describe('Progress of a timed mission as the server counted it; 0 for other missions.'),
  completedAt: moment.nullable(),
  keptUntil: moment
    .nullable()
    .describe(
      'Until when a place is kept for the member, or was where none is free now; null before the start and after the end.',
    ),
  content: z.discriminatedUnion('kind', [
    Video,
    Survey,
    memberLink('app_install'),
    memberLink('sign_up'),
    Browse,
  ]),
});
export type Mission = z.infer<typeof Mission>;
const GONE = ['mission_paused', 'mission_ended', 'mission_full', 'mission_full_today'] as const;

export const missions = endpoint({
  method: 'GET',
  path: '/api/missions',
  access: 'member',
  versioned: true,
  summary: 'The missions of this site and how far the member is with each, at most 100',
  output: z.array(Mission),
});

export const announcedMissions = endpoint({
  method: 'GET',
  path: '/api/missions/announced',
  access: 'member',
  versioned: true,
  summary: `What is said beforehand of missions that cannot be started yet, at most ${ANNOUNCED_MAX}`,
  output: z.array(
    Mission.pick({ id: true, title: true, description: true, pointsEarned: true, difficulty: true }).extend({
      kind: z.enum(MISSION_KINDS),
    }),
  ),
});
export type AnnouncedMission = z.infer<typeof announcedMissions.output>[number];

export const startMission = endpoint({
  method: 'POST',
  path: '/api/missions/{id}/start',
  access: 'member',
  summary: 'Starts a mission after a solved captcha, or takes one up again that was started before',
  params: idParams,
  output: Mission,
  errors: [
    ...GONE,
    'mission_points_required',
    'mission_completed',
    'mission_own',
    'captcha_required',
    'suspended',
  ],
});

export const missionHeartbeat = endpoint({
  method: 'POST',
  path: '/api/missions/{id}/heartbeats',
  access: 'member',
  summary: 'Says that a page still shows a timed mission (or stops to); the time since the last call counts',
  params: idParams,
  body: z.object({
    /** Id of the page: of two open pages only one counts. */
    view: rules.requestId,
    playing: z.boolean(),
  }),
  output: z.object({ state: z.enum(BEAT_STATES), countedMs: z.int() }),
  errors: ['mission_not_started'],
});

export const completeMission = endpoint({
  method: 'POST',
  path: '/api/missions/{id}/completion',
  access: 'member',
  summary: 'Completes a timed mission whose whole time is counted. A repeated call changes nothing',
  params: idParams,
  output: Mission,
  errors: [...GONE, 'mission_not_started', 'mission_unfinished', 'mission_own', 'suspended'],
});

export const answerSurvey = endpoint({
  method: 'POST',
  path: '/api/missions/{id}/answers',
  access: 'member',
  summary: 'Answers every question of a survey, once, and thereby completes it',
  params: idParams,
  body: z.object({
    answers: z.record(shortId, shortId).describe('Question id -> id of the chosen option.'),
  }),
  output: Mission,
  errors: [...GONE, 'mission_not_started', 'mission_completed', 'mission_own', 'suspended'],
});

const Plan = z.object(missionPlan.shape);
export type MissionPlan = z.infer<typeof Plan>;

export const PlannedMission = Plan.extend({
  id: z.uuid(),
  announced: z.boolean(),
  started: z.int(),
  completed: z.int(),
  completedToday: z.int(),
  translations: Translations,
  contentVersion: z.string().describe('A digest of the content. A change of it takes this as `seen`.'),
  awaitingApproval: z
    .boolean()
    .describe(
      'The change waits for a second admin. Until then the mission is as shown here and can only be stopped.',
    ),
  updatedAt: moment,
});
export type PlannedMission = z.infer<typeof PlannedMission>;

export const plannedMissions = endpoint({
  method: 'GET',
  path: '/api/admin/missions',
  access: 'admin',
  permission: 'site.read',
  versioned: true,
  summary: 'Every mission, drafts too, with how often it was started and completed',
  output: z.array(PlannedMission),
});

export const createMission = endpoint({
  method: 'POST',
  path: '/api/admin/missions',
  access: 'admin',
  permission: 'catalogue.edit',
  freshSignIn: true,
  summary:
    'Adds a mission. One that may pay many points in all stays a draft until a second admin approves it. An API key adds drafts alone. The request id (in the body or as Idempotency-Key) makes repeats of the same admin harmless',
  body: Plan.extend({ requestId: z.optional(rules.requestId) }),
  output: PlannedMission,
  errors: ['person_required', 'request_id_reused'],
});

export const changeMission = endpoint({
  method: 'PATCH',
  path: '/api/admin/missions/{id}',
  access: 'admin',
  permission: 'catalogue.edit',
  freshSignIn: true,
  summary:
    'Changes what is named; `{ "status": "paused" }` pauses. The kind stays, and so do the points promised to those who started. What it pays or what proves it, and opening it, wait for a second admin where it may pay many points in all. An API key changes drafts and stops missions',
  params: idParams,
  body: Plan.partial().extend({
    seen: z
      .string()
      .max(100)
      .optional()
      .describe(
        'The `contentVersion` of the mission that was looked at. If the content is another one now, it is not replaced.',
      ),
  }),
  output: PlannedMission,
  errors: [
    'mission_kind_fixed',
    'mission_changed',
    'mission_advertiser_fixed',
    'approval_open',
    'person_required',
  ],
});

export const translateMission = endpoint({
  ...translationCall,
  path: '/api/admin/missions/{id}/translations/{language}',
  freshSignIn: true,
  summary:
    'Replaces the texts of a mission in one language: title, description, steps, questions and answers, each by its original text. An API key does so for drafts alone',
  output: PlannedMission,
  errors: ['person_required'],
});

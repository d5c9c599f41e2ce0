import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { QUEUE_COUNT_MAX } from './overview.values.ts';
import { CALL_VERDICTS, REPLAY_VERDICTS } from './postbacks.values.ts';
import { entryId, moment, nextOf, requiredText, searchWord } from './shapes.ts';
import { OPERATOR_TEXT_MAX_LENGTH, STAFF_LIST_MAX, STAFF_PAGE } from './staff.values.ts';

export const PostbackRow = z.object({
  id: z.string(),
  at: moment,
  wall: z.string(),
  verdict: z.string(),
  reason: z.string().nullable(),
  transactionId: z.string().nullable(),
  memberCode: z.string().nullable(),
  userId: z.uuid().nullable().describe('Null if no member has the code.'),
  points: z.int().nullable(),
  sourceIp: z.string().nullable(),
  latencyMs: z.int().nullable(),
  times: z.int().describe('How often the call came.'),
  raw: z.string().nullable().describe('Secrets redacted; null once it is deleted.'),
  replayable: z.boolean().describe('Whether staff can replay it.'),
  settledAt: moment.nullable().describe('When staff replayed or closed it, or null.'),
});
export type PostbackRow = z.infer<typeof PostbackRow>;

export const postbacks = endpoint({
  method: 'GET',
  path: '/api/admin/postbacks',
  access: 'admin',
  permission: 'members.read',
  recordsReadingOf: 'postbacks',
  versioned: true,
  summary: `Calls of walls and what became of them, newest first; \`before\` is the cursor of the page before. A search answers at most ${STAFF_LIST_MAX}, without a cursor`,
  query: z.object({
    wall: z.string().max(40).optional(),
    verdict: z.enum(CALL_VERDICTS).optional(),
    transaction: searchWord.optional(),
    code: searchWord.optional(),
    before: z.string().max(200).optional(),
  }),
  output: z.object({
    rows: z.array(PostbackRow),
    next: z
      .string()
      .nullable()
      .describe('Cursor of the next, older page; null at the end. A page before the end can be empty.'),
    lookedBackTo: moment.nullable().describe('The oldest time that was searched, if the page is not full.'),
  }),
  pages: ({ next }) => (next === null ? undefined : { before: next }),
});

export const unmatchedPostbacks = endpoint({
  method: 'GET',
  path: '/api/admin/parked',
  access: 'admin',
  permission: 'queues.work',
  recordsReadingOf: 'postbacks',
  versioned: true,
  summary: `Proven postbacks whose member code nobody has, oldest first, ${STAFF_PAGE} at a time; \`after\` is the id of the last one seen`,
  query: z.object({ after: entryId.optional() }),
  output: z.object({
    count: z.int().describe(`How many wait in all, ${QUEUE_COUNT_MAX} at most.`),
    rows: z.array(
      z.object({
        id: z.string(),
        at: moment,
        wall: z.string(),
        reason: z.string().nullable(),
        transactionId: z.string().nullable(),
        memberCode: z.string().nullable(),
        times: z.int(),
        obstacle: z.enum(['wall_missing', 'cut']).nullable().describe('Why it cannot be replayed, or null.'),
        raw: z.string(),
      }),
    ),
  }),
  pages: ({ rows }) => nextOf('after', rows, STAFF_PAGE),
});
export type UnmatchedRow = z.infer<typeof unmatchedPostbacks.output>['rows'][number];

export const replayPostback = endpoint({
  method: 'POST',
  path: '/api/admin/parked/{id}/replay',
  access: 'admin',
  permission: 'queues.work',
  concerns: 'member_money',
  summary:
    'Applies a call again that was acknowledged and moved nothing: unmatched, ignored or pending. One that moves nothing still `waits`. Of parallel replays one pays',
  params: z.object({ id: entryId }),
  output: z.object({
    verdict: z.enum(REPLAY_VERDICTS),
    waits: z.boolean(),
  }),
  errors: ['parked_done', 'parked_cut', 'wall_unavailable', 'approval_own', 'claim_granted_before'],
});

export const closeUnmatched = endpoint({
  method: 'POST',
  path: '/api/admin/parked/{id}/closure',
  access: 'admin',
  permission: 'queues.work',
  summary:
    'Says that an unmatched postback will not be replayed, and why. It leaves the queue and stays in the log',
  params: z.object({ id: entryId }),
  body: z.object({ note: requiredText(OPERATOR_TEXT_MAX_LENGTH) }),
  output: z.object({}),
  errors: ['parked_done', 'approval_own'],
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import * as rules from './rules.ts';
import { entryId, moment, pagesOf, searchWord } from './shapes.ts';
import { STAFF_PAGE } from './staff.values.ts';

export const AuditEntry = z.object({
  id: z.string(),
  at: moment,
  actor: z.string(),
  actorName: z.string().nullable().describe('Name of the admin; null for the command line and for API keys.'),
  actorEmail: z.string().nullable().describe('Their address of today; null if they left.'),
  actorKey: z
    .object({
      name: z.string(),
      beginning: z.string(),
      madeBy: z.string(),
      makerId: z.uuid(),
      makerEmail: z.string().nullable(),
    })
    .nullable()
    .describe(
      'The API key that made the call: its name, its beginning, and the name of the admin who made it.',
    ),
  actorRole: z.string(),
  ip: z.string(),
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable().describe('A code or a text; null if there was none.'),
  reasonErased: z.boolean().describe("There was a text, which was deleted with the member's account."),
  hash: z.string().describe('SHA-256 over the entry and the hash of the previous entry, in hex.'),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditEntries = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  permission: 'audit.read',
  summary: `What staff did, newest first, ${STAFF_PAGE} at a time; \`before\` is the id of the last one seen`,
  query: z.object({
    actor: searchWord
      .optional()
      .describe(
        'An id, an address that a member has or had as an admin, or `operator`. Of an admin also what their API keys did.',
      ),
    action: searchWord.optional().describe('The beginning of the action, such as `POST /api/admin/users`.'),
    subjectKind: searchWord.optional(),
    subjectId: searchWord.optional(),
    from: moment.refine(rules.isOfOurEra, fault('invalid')).optional(),
    to: moment.refine(rules.isOfOurEra, fault('invalid')).optional(),
    before: entryId.optional(),
  }),
  output: z.array(AuditEntry),
  pages: pagesOf(STAFF_PAGE),
});

export const verifyAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/verification',
  access: 'admin',
  permission: 'audit.read',
  summary: 'Recomputes part of the chain, from the entry after `after` on; the next part begins at `last`',
  query: z.object({ after: entryId.optional() }),
  output: z.object({
    checked: z.int().describe('Entries recomputed by this call.'),
    total: z.int().describe('All entries of the trail.'),
    differing: z.int().describe('Entries of this part that were changed, removed or inserted.'),
    differences: z.array(z.string()).describe('A sentence for each difference, at most 100.'),
    last: z
      .object({ id: z.string(), hash: z.string() })
      .nullable()
      .describe('The last entry recomputed, null for an empty part.'),
    done: z.boolean(),
  }),
  pages: ({ done, last }) => (done || !last ? undefined : { after: last.id }),
});

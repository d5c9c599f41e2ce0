import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import * as rules from './rules.ts';
import { entryId, moment, searchWord } from './shapes.ts';

export const AuditEntry = z.object({
  id: z.string(),
  at: moment,
  actor: z.string(),
  /** Name of the admin; null for the command line and for API keys. */
  actorName: z.string().nullable(),
  /** The API key that made the call: its name and its beginning. */
  actorKey: z.object({ name: z.string(), beginning: z.string() }).nullable(),
  actorRole: z.string(),
  ip: z.string(),
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** A code or a text; null if there was none. */
  reason: z.string().nullable(),
  /** There was a text, which was deleted with the member's account. */
  reasonErased: z.boolean(),
  /** SHA-256 over the entry and the hash of the previous entry, in hex. */
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const auditEntries = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'admin',
  permission: 'audit.read',
  summary: 'What staff did, newest first, 50 at a time; `before` is the id of the last one seen',
  query: z.object({
    /** An id, the e-mail address of a member, or `operator`. */
    actor: searchWord.optional(),
    /** The beginning of the action, such as `POST /api/admin/users`. */
    action: searchWord.optional(),
    subjectKind: searchWord.optional(),
    subjectId: searchWord.optional(),
    from: moment.refine(rules.isOfOurEra, fault('invalid')).optional(),
    to: moment.refine(rules.isOfOurEra, fault('invalid')).optional(),
    before: entryId.optional(),
  }),
  output: z.array(AuditEntry),
});

export const verifyAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/verification',
  access: 'admin',
  permission: 'audit.read',
  summary: 'Recomputes part of the chain, from the entry after `after` on; the next part begins at `last`',
  query: z.object({ after: entryId.optional() }),
  output: z.object({
    /** Entries recomputed by this call. */
    checked: z.int(),
    /** All entries of the trail. */
    total: z.int(),
    /** Entries of this part that were changed, removed or inserted. */
    differing: z.int(),
    /** A sentence for each difference, at most 100. */
    differences: z.array(z.string()),
    /** The last entry recomputed, null for an empty part. */
    last: z.object({ id: z.string(), hash: z.string() }).nullable(),
    done: z.boolean(),
  }),
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import * as rules from './rules.ts';
import { entryId, moment, searchWord } from './shapes.ts';

export const AuditEntry = z.object({
  id: z.string(),
  at: moment,
  actor: z.string(),
  /** Name of the admin; null for the command line and for other systems. */
  actorName: z.string().nullable(),
  /** The API key by which another system did it: its name, and how it begins. */
  actorKey: z.object({ name: z.string(), beginning: z.string() }).nullable(),
  actorRole: z.string(),
  ip: z.string(),
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  /** A code, or what was written; null where nothing was. */
  reason: z.string().nullable(),
  /** There was a text, which went with the account of the member. */
  reasonErased: z.boolean(),
  /** SHA-256 over the entry and the hash of the one before, in hex. */
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
    /** Its beginning, such as `POST /api/admin/users`. */
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
    /** How many there are in all. */
    total: z.int(),
    /** Entries of this part that were changed, removed or slipped in. */
    differing: z.int(),
    /** A sentence for each of them, at most 100. */
    differences: z.array(z.string()),
    /** The last entry recomputed, null for an empty part. */
    last: z.object({ id: z.string(), hash: z.string() }).nullable(),
    done: z.boolean(),
  }),
});

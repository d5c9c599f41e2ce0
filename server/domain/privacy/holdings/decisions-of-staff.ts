import { byMember, ERASED, type Holding } from './holding.ts';

/** What staff gave, decided, noted and did, and what other systems were told. */
export const DECISIONS_OF_STAFF: readonly Holding[] = [
  {
    table: 'points_adjustments',
    where: byMember,
    exported: ['id', 'points', 'reason_code', 'text', 'status', 'created_at'],
    order: 'created_at',
    leaving: { set: `text = ${ERASED}` },
  },
  {
    table: 'approvals',
    where: byMember,
    // `note` is empty: nobody writes it.
    exported: ['kind', 'payload', 'reason', 'requested_at', 'expires_at', 'decision', 'decided_at'],
    order: 'requested_at',
    leaving: { set: `reason = ${ERASED}, note = null` },
  },
  {
    table: 'staff_spending',
    where: 'admin_id = $id',
    exported: ['kind', 'points', 'created_at'],
    order: 'id',
    leaving: { keep: 'the audit needs every one, and it names nothing but random ids' },
  },
  {
    table: 'risk_reviews',
    where: byMember,
    exported: [
      'redemption_id',
      // Rules and facts tell who else has the address, the mailbox or the device.
      'created_at',
      'due_at',
      'question',
      'asked_at',
      'answer',
      'answered_at',
      'decision',
      'decided_at',
      // The member reads it where the points go back; otherwise it is a note of staff.
      "case when decision = 'refund' then note end as note",
    ],
    order: 'created_at',
    leaving: {
      set: `facts = '{}', question = null, asked_at = null, asked_by = null, answer = null, answered_at = null,
        note = null`,
    },
  },
  {
    table: 'audit_entries',
    // What the member did as one of the staff. Nobody else acts from an address of theirs.
    where: 'actor = $id',
    exported: ['at', 'action', 'ip'],
    order: 'id',
    leaving: {
      keep: 'the trail is chained by hash, so that no entry can be changed; the address tells after a break-in who it was',
    },
  },
  {
    table: 'audit_texts',
    where: 'member_id = $id',
    exported: ['text'],
    order: 'entry_id',
    leaving: { set: 'text = null, salt = null' },
  },
  {
    table: 'webhook_events',
    where: 'member_id = $id',
    exported: ['type', 'happened_at', 'data'],
    order: 'happened_at',
    leaving: {
      keep: 'ids, amounts and states under the random id, for 30 days; other systems were told them',
    },
  },
];

import { byMember, ERASED, type Holding } from './holding.ts';

const MY_ATTEMPTS = 'attempt_id in (select id from mission_attempts where user_id = $id)';

/** Each has a task with its id, but for a reversal that waits for its credit. */
const MY_TRANSACTIONS = `user_id = $id and id = any (array(
  select id from tasks where user_id = $id
  union all select id from webhook_transactions where user_id = $id and status = 'reversed_early'))`;

/** What walls and advertisers told of a member, and what they did of missions. */
export const WALLS_AND_MISSIONS: readonly Holding[] = [
  {
    table: 'postback_log',
    where: '(wall, member_code) in (select wall, code from wall_members where user_id = $id)',
    exported: [
      ...['wall', 'verdict'],
      // A conflict may be with another member.
      "case when verdict <> 'conflict' then reason end as reason",
      ...['transaction_id', 'received_at', 'source_ip', 'raw'],
    ],
    order: 'id',
    leaving: { set: `raw = ${ERASED}, source_ip = '', member_code = null` },
  },
  {
    table: 'wall_members',
    where: byMember,
    exported: ['wall', 'code', 'created_at', 'shared_fields', 'sharing_decided_at'],
    order: 'created_at',
    // From here on calls of walls that name the member are settled as those of a former one.
    leaving: 'delete',
  },
  {
    table: 'wall_member_days',
    where: byMember,
    exported: ['wall', 'day', 'points'],
    order: 'day, wall',
    leaving: 'delete',
  },
  {
    table: 'wall_alarms',
    where: byMember,
    // The points of the others are those of all members whom the alarm is about.
    exported: ['wall', 'kind', 'day', "case when kind = 'member' then value end as points", 'raised_at'],
    order: 'id',
    // What staff noted may name the member.
    leaving: { set: 'user_id = null, note = null' },
  },
  {
    table: 'webhook_transactions',
    where: MY_TRANSACTIONS,
    exported: [
      'provider',
      'transaction_id',
      'status',
      'amount_mb as points',
      'created_at',
      'processed_at',
      'held_until',
      'reversed_at',
      'source_ip',
      'raw_payload',
      'offer_id',
      'goal_id',
      'goal_name',
    ],
    order: 'created_at',
    leaving: {
      set: `user_id = null, raw_payload = null, source_ip = null, click_id = null, offer_id = null, goal_id = null,
        goal_name = null`,
    },
  },
  {
    table: 'offer_clicks',
    where: byMember,
    exported: [
      ...[
        'id',
        'wall',
        'offer_id',
        'title',
        'goals',
        'device',
        'country',
        'started_at',
        'expires_at',
        'kept_until',
      ],
    ],
    order: 'id',
    leaving: 'delete',
  },
  {
    table: 'offer_events',
    where: byMember,
    exported: ['wall', 'kind', 'offer_id', 'goal_id', 'goal_name', 'transaction_id', 'received_at'],
    order: 'id',
    leaving: 'delete',
  },
  {
    table: 'offer_favourites',
    where: byMember,
    exported: ['wall', 'offer_id', 'added_at'],
    order: 'added_at',
    leaving: 'delete',
  },
  {
    table: 'reward_claims',
    where: byMember,
    exported: [
      'wall',
      'mission_id',
      'title',
      'happened_at',
      'text',
      'created_at',
      'decision',
      'answer',
      'points',
      'decided_at',
      'task_id',
      'click_id',
      'offer',
      'granted_task_id',
    ],
    order: 'created_at',
    leaving: { set: `title = ${ERASED}, text = ${ERASED}, answer = null, click_id = null, offer = null` },
  },
  {
    table: 'mission_answers',
    where: MY_ATTEMPTS,
    exported: ['attempt_id', 'question', 'answer', 'answered_at'],
    order: 'answered_at',
    leaving: 'delete',
  },
  {
    table: 'mission_postbacks',
    where: MY_ATTEMPTS,
    exported: ['advertiser', 'verdict', 'attempt_id', 'received_at', 'source_ip', 'raw'],
    order: 'id',
    leaving: { set: `raw = ${ERASED}, source_ip = '', click_id = null` },
  },
  {
    table: 'mission_attempts',
    where: byMember,
    exported: [
      'id',
      'mission_id',
      'points',
      'started_at',
      'counted_ms',
      'completed_at',
      'reversed_at',
      'overruled_reversal_at',
      'task_id',
    ],
    order: 'started_at',
    // An advertiser who tells of it later names nobody any more.
    leaving: { set: 'click_id = gen_random_uuid()::text' },
  },
  {
    table: 'former_earnings',
    where: 'met_by @> array[$id]::uuid[]',
    exported: ['former_id', 'mission_ids', 'left_at'],
    order: 'left_at',
    leaving: { keep: 'the next account at the mailbox goes on with it; see recordDeparture' },
  },
];

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MISSION_DIFFICULTIES, MISSION_KINDS, MISSION_STATUSES } from '#contract/missions.values.ts';
import { REDEMPTION_STATUSES, REVEALS } from '#contract/redemptions.values.ts';
import { REWARD_KINDS, REWARD_STATUSES } from '#contract/rewards.values.ts';
import { STAFF_ROLES } from '#contract/staff.values.ts';
import { WALL_ALARM_KINDS } from '#contract/walls.values.ts';
import { DELIVERY_STATES, WEBHOOK_OFF_REASONS } from '#contract/webhooks.values.ts';

const types = readFileSync(path.join(import.meta.dirname, 'types.ts'), 'utf8');

/** The values of a column's union in the generated types. */
function unionOf(table: string, column: string): string[] {
  const [, body = ''] = new RegExp(`^export interface ${table} \\{([^}]*)\\}`, 'm').exec(types) ?? [];
  const [line = ''] = new RegExp(`^  ${column}: .*$`, 'm').exec(body) ?? [];
  return [...line.matchAll(/"(\w+)"/g)].map(([, value = '']) => value);
}

test.each([
  ['Missions', 'kind', MISSION_KINDS],
  ['Missions', 'difficulty', MISSION_DIFFICULTIES],
  ['Missions', 'status', MISSION_STATUSES],
  ['Rewards', 'kind', REWARD_KINDS],
  ['Rewards', 'status', REWARD_STATUSES],
  ['CardRedemptions', 'status', REDEMPTION_STATUSES],
  ['CardRedemptions', 'reveal', REVEALS],
  ['CashRewards', 'status', [...REDEMPTION_STATUSES, 'awaiting_approval', 'declined']],
  ['Users', 'staffRole', STAFF_ROLES],
  ['WallAlarms', 'kind', WALL_ALARM_KINDS],
  ['WebhookDeliveries', 'state', DELIVERY_STATES],
  ['WebhookEndpoints', 'offReason', WEBHOOK_OFF_REASONS],
])('the database and the contract have the same values of %s.%s', (table, column, values) => {
  expect(unionOf(table, column).toSorted()).toEqual(values.toSorted());
});

test('a column without such a check stays a string', () => {
  expect(types).toMatch(/^ {2}rewardTitle: string;$/m);
});

import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { fault } from './faults.ts';
import { ACTIVITY_DAYS_MAX, isTimeZone, QUEUE_COUNT_MAX, WORK_QUEUES } from './overview.values.ts';
import { isOfOurEra } from './rules.ts';
import { moment } from './shapes.ts';
import { WallMoney } from './walls.money.ts';

const DAY_MS = 86_400_000;
const day = z.iso.date().refine(isOfOurEra, fault('invalid'));

export const adminActivity = endpoint({
  method: 'GET',
  path: '/api/admin/activity',
  access: 'admin',
  permission: 'site.read',
  versioned: true,
  summary:
    'Points earned, taken back and redeemed and new members by day of a time zone; what each wall cost and brought; what members hold now',
  query: z
    .object({ from: day, to: day, timeZone: z.string().max(60).refine(isTimeZone, fault('invalid')) })
    .refine(
      ({ from, to }) => {
        const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
        return days >= 1 && days <= ACTIVITY_DAYS_MAX;
      },
      { path: ['to'], error: fault('invalid') },
    ),
  output: z.object({
    days: z.array(
      z.object({ day, earned: z.int(), reversed: z.int(), redeemed: z.int(), newMembers: z.int() }),
    ),
    walls: z.array(WallMoney.extend({ wall: z.string() })).describe('Walls on which something happened.'),
    outstanding: z
      .int()
      .describe("Points that members hold now. A member's debt does not reduce what is owed to others."),
  }),
});
export type Activity = z.infer<typeof adminActivity.output>;

export const adminStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  access: 'admin',
  permission: 'site.read',
  versioned: true,
  summary:
    'Totals of the site: members, those who have left among them, cash rewarded (US cents), points earned',
  output: z.object({ totalUsers: z.int(), totalCashRewarded: z.int(), totalPoints: z.int() }),
});

export const workQueues = endpoint({
  method: 'GET',
  path: '/api/admin/queues',
  access: 'admin',
  permission: 'site.read',
  versioned: true,
  summary: 'What waits for somebody with the role of the admin who asks',
  output: z.array(
    z.object({
      queue: z.enum(WORK_QUEUES),
      count: z.int().describe(`${QUEUE_COUNT_MAX} at most.`),
      oldestAt: moment.nullable(),
      late: z.int().describe('Number of overdue items.'),
    }),
  ),
});

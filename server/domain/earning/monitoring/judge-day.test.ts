import { expect, test } from 'vitest';
import { FLOORS, judgeDay, USUAL_DAYS, USUAL_DAYS_MIN } from './judge-day.ts';
import type { WallDay } from './wall-days.ts';

const day = (of: Partial<WallDay>): WallDay => {
  const { credits = 10, points = credits * 50 } = of;
  return {
    wall: 'plain',
    day: '2026-05-31',
    credits,
    points,
    flagged: 0,
    topPoints: 100,
    named: credits,
    namedPoints: points,
    usdMicros: points * 20_000,
    reversedPoints: 0,
    reversedUsdMicros: 0,
    steps: credits,
    stepsPaidLess: 0,
    ...of,
  };
};
const OPTIONS = { namesRevenue: true, costPercentMax: 100 };
const usual = (of: Partial<WallDay>, days = USUAL_DAYS) => Array.from({ length: days }, () => day(of));
const found = (today: Partial<WallDay>, before: WallDay[], options = OPTIONS) =>
  judgeDay(day(today), before, options);
const kinds = (...parameters: Parameters<typeof found>) => found(...parameters).map(({ kind }) => kind);

test('three times the usual points are unusual, one point less is not', () => {
  const before = usual({ credits: 200, points: 10_000 });
  expect(kinds({ credits: 600, points: 29_999 }, before)).toEqual([]);
  expect(found({ credits: 600, points: 30_000 }, before)).toEqual([
    { kind: 'points', value: 30_000, usual: 10_000, threshold: 30_000 },
  ]);
});

test('one odd day among the earlier ones does not change what is usual', () => {
  const before = [...usual({ credits: 200, points: 10_000 }, 8), day({ credits: 900, points: 9_000_000 })];
  expect(found({ credits: 600, points: 30_000 }, before)).toMatchObject([{ kind: 'points', usual: 10_000 }]);
});

test('small numbers are never unusual, even as a multiple of smaller ones', () => {
  const before = usual({ credits: 1, points: 10, topPoints: 10 });
  expect(
    kinds({ credits: 4, points: FLOORS.member.least - 1, topPoints: FLOORS.member.least - 1 }, before),
  ).toEqual([]);
});

test('days without credits do not count towards what is usual', () => {
  const quiet = usual({ credits: 0, points: 0, topPoints: 0 }, USUAL_DAYS - USUAL_DAYS_MIN);
  const before = [...quiet, ...usual({ credits: 200, points: 10_000 }, USUAL_DAYS_MIN)];
  expect(kinds({ credits: 400, points: 20_000 }, before)).toEqual([]);
});

test('a wall without a past has fixed limits, which do not apply to a day without credits', () => {
  const before = usual({}, USUAL_DAYS_MIN - 1);
  const much = { credits: 25, points: FLOORS.points.firstDays, topPoints: FLOORS.member.firstDays };
  expect(found(much, before)).toMatchObject([
    { kind: 'points', usual: null, threshold: FLOORS.points.firstDays },
    { kind: 'points_per_credit', usual: null, threshold: FLOORS.pointsPerCredit.firstDays },
    { kind: 'member', usual: null, threshold: FLOORS.member.firstDays },
  ]);
  const less = { credits: 26, points: FLOORS.points.firstDays - 1, topPoints: FLOORS.member.firstDays - 1 };
  expect(kinds(less, before)).toEqual([]);
  expect(kinds({ credits: 0, points: 0 }, before)).toEqual([]);
});

test('a share is unusual when it rises, but not when it was always high or cannot be known', () => {
  const silent = { named: 0, namedPoints: 0, usdMicros: 0 };
  expect(found({ credits: 40, ...silent }, usual({ credits: 40 }))).toEqual([
    { kind: 'unnamed', value: 100, usual: 0, threshold: 25 },
  ]);
  expect(kinds({ credits: 40, ...silent }, usual({ credits: 40, ...silent }))).toEqual([]);
  expect(
    kinds({ credits: 40, ...silent }, usual({ credits: 40 }), { ...OPTIONS, namesRevenue: false }),
  ).toEqual([]);
  expect(kinds({ credits: 40, flagged: 10 }, usual({ credits: 40 }))).toEqual([]);
  expect(kinds({ credits: 40, flagged: 20 }, usual({ credits: 40 }))).toEqual(['flagged']);
  expect(kinds({ credits: 40, flagged: 40 }, usual({ credits: 40, flagged: 40 }))).toEqual([]);
});

test('credits may be worth the given share of what their calls named, plus a small margin', () => {
  const before = usual({});
  const cost = (points: number, dollars: number, costPercentMax = 100) =>
    found({ credits: 100, points, namedPoints: points, usdMicros: dollars * 1_000_000 }, before, {
      ...OPTIONS,
      costPercentMax,
    });
  expect(cost(10_499, 100)).toEqual([]);
  expect(cost(10_500, 100)).toEqual([{ kind: 'cost', value: 105, usual: null, threshold: 100 }]);
  expect(cost(10_500, 100, 120)).toEqual([]);
  expect(cost(7_000, 100, 60)).toMatchObject([{ value: 70, threshold: 60 }]);
  expect(cost(10_501, 100)).toMatchObject([{ value: 106 }]);
  expect(cost(10_500, 0)).toMatchObject([{ kind: 'cost', value: 9_999 }]);
});

test('what is usual is the middle of the days, in whatever order, or half way between the two in the middle', () => {
  const of = (...points: number[]) => points.map((one) => day({ credits: 1_000, points: one }));
  const today = (points: number, before: WallDay[]) => found({ credits: 10_000, points }, before);
  expect(today(90_000, of(30_000, 10_000, 20_000, 50_000, 40_000))).toMatchObject([
    { kind: 'points', usual: 30_000, threshold: 90_000 },
  ]);
  const even = of(10_001, 40_000, 10_000, 50_000, 1_000, 2_000);
  expect(today(30_001, even)).toEqual([]);
  expect(today(30_002, even)).toEqual([{ kind: 'points', value: 30_002, usual: 10_001, threshold: 30_002 }]);
});

test('as many busy days as are needed make a usual value', () => {
  const before = usual({ credits: 200, points: 10_000 }, USUAL_DAYS_MIN);
  expect(found({ credits: 600, points: 30_000 }, before)).toMatchObject([{ kind: 'points', usual: 10_000 }]);
});

test('the average of a credit is judged from five credits and five thousand points on, and cut off', () => {
  const average = { kind: 'points_per_credit', value: 2_000, usual: null, threshold: 2_000 };
  expect(found({ credits: 10, points: 20_005 }, [])).toEqual([average]);
  expect(found({ credits: 5, points: 10_000 }, [])).toEqual([average]);
  expect(found({ credits: 4, points: 10_000 }, [])).toEqual([]);
  const before = usual({ credits: 100, points: 1_000 });
  expect(kinds({ credits: 5, points: 5_000 }, before)).toEqual(['points_per_credit']);
  expect(kinds({ credits: 5, points: 4_999 }, before)).toEqual([]);
});

test('a share is cut off to whole percent, what is usual is not', () => {
  expect(kinds({ credits: 101, flagged: 50 }, [])).toEqual([]);
  expect(kinds({ credits: 100, flagged: 50 }, [])).toEqual(['flagged']);
  const before = [...usual({ credits: 100, flagged: 10 }, 7), ...usual({ credits: 100, flagged: 11 }, 7)];
  expect(found({ credits: 100, flagged: 35 }, before)).toEqual([]);
  expect(found({ credits: 100, flagged: 36 }, before)).toEqual([
    { kind: 'flagged', value: 36, usual: 11, threshold: 36 },
  ]);
});

test('a tenth of the steps that paid less than promised is too much, from five of them on', () => {
  const of = (steps: number, stepsPaidLess: number, credits = 100) =>
    found({ credits, points: 100, steps, stepsPaidLess }, usual({ credits: 100, points: 100 }));
  expect(of(50, 5)).toEqual([{ kind: 'underpaid', value: 10, usual: null, threshold: 10 }]);
  expect(of(51, 5)).toEqual([]);
  expect(of(4, 4)).toEqual([]);
  expect(of(5, 5, 0)).toMatchObject([{ kind: 'underpaid', value: 100 }]);
});

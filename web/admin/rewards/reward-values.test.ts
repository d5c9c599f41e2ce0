import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { PlannedReward } from '#contract/rewards.ts';
import { changesOf } from '#web/admin/parts/changes-of.ts';
import { centsOf, newReward, planOf, rewardRules, valuesOf } from './reward-values.ts';

const REWARD: PlannedReward = {
  id: '0195f3c2-0000-7000-8000-000000000001',
  kind: 'food_voucher',
  key: 'lunch',
  title: 'Lunch',
  description: '',
  amountUSD: 250,
  pricePoints: 250,
  provider: 'stock',
  servedBy: 'stock',
  productIds: ['A', 'B'],
  regions: ['US', 'MX'],
  status: 'active',
  stock: null,
  picture: null,
  open: 0,
  waitingForStock: 0,
  translations: {},
  issued: 0,
  updatedAt: '2026-01-01T00:00:00.000Z',
};

test('opening and saving a reward changes nothing', () => {
  const values = valuesOf(REWARD);
  expect(changesOf(planOf(values), planOf({ ...values }))).toEqual({});
  expect(planOf(values)).toMatchObject({ amountUSD: 250, productIds: ['A', 'B'], regions: ['US', 'MX'] });
});

test('only changed fields are sent', () => {
  const values = valuesOf(REWARD);
  const changed = { ...values, amount: '3', regions: 'us mx br' };
  expect(changesOf(planOf(values), planOf(changed))).toEqual({
    amountUSD: 300,
    regions: ['US', 'MX', 'BR'],
  });
});

test('dollars are read as whole cents, without a float', () => {
  expect(['1', '1.1', '19.99', '2,50', '0.29'].map(centsOf)).toEqual([100, 110, 1999, 250, 29]);
  expect(['', 'x', '1.234', '-1', '1e2', '1000.'].map(centsOf)).toEqual(Array(6).fill(undefined));
});

test('an amount outside the range of its kind is refused at its field', () => {
  const faults = (amount: string) =>
    z
      .safeParse(rewardRules, {
        ...newReward('manual'),
        kind: 'bus_ticket',
        key: 'bus',
        title: 'Bus',
        amount,
      })
      .error?.issues.map(({ path }) => path.join('.'));
  expect(faults('0.99')).toEqual(['amount']);
  expect(faults('1')).toBeUndefined();
  expect(faults('5')).toBeUndefined();
  expect(faults('5.01')).toEqual(['amount']);
});

import { expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { moment } from '#contract/shapes.ts';
import type { Domain } from '#contract/wire.ts';
import { wireForm } from './wire.ts';

const at = new Date('2027-01-31T12:00:00.000Z');
const text = '2027-01-31T12:00:00.000Z';

const Row = z.object({
  amountUSD: z.int(),
  createdAt: moment,
  endedAt: moment.nullable(),
  startedAt: moment.optional(),
  owner: z.object({ until: moment }).nullable(),
  events: z.array(z.object({ at: moment })),
  asked: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('award'), cashRewardedUSD: z.int() }),
    z.object({ kind: z.literal('other'), since: moment, note: z.string() }),
  ]),
  details: z.unknown(),
});
const row: Domain<z.infer<typeof Row>> = {
  amountCents: 500,
  createdAt: at,
  endedAt: null,
  owner: { until: at },
  events: [{ at }, { at }],
  asked: { kind: 'award', cashRewardedCents: 100 },
  // The schema leaves this JSON open, so it stays unchanged.
  details: { amountCents: 7, at: 'then' },
};

test('times and amounts get the form of the wire wherever the schema has them, and nothing else changes', () => {
  const formed = wireForm(z.array(Row))([row, { ...row, endedAt: at, owner: null }]);
  expect(z.array(Row).parse(formed)).toEqual([
    {
      amountUSD: 500,
      createdAt: text,
      endedAt: null,
      owner: { until: text },
      events: [{ at: text }, { at: text }],
      asked: { kind: 'award', cashRewardedUSD: 100 },
      details: { amountCents: 7, at: 'then' },
    },
    expect.objectContaining({ endedAt: text, owner: null }),
  ]);
});

test('each option of a union is formed as its own schema says', () => {
  const asked = { kind: 'other', since: at, note: 'so' } as const;
  const { asked: formed } = Row.parse(wireForm(Row)({ ...row, asked }));
  expect(formed).toEqual({ kind: 'other', since: text, note: 'so' });
});

test('a value without times and amounts is passed on as it is, and a handler’s own object stays as it was', () => {
  const plain = { names: ['a'], more: { count: 1 } };
  const Plain = z.object({ names: z.array(z.string()), more: z.object({ count: z.int() }) });
  expect(wireForm(Plain)(plain)).toBe(plain);
  wireForm(Row)(row);
  expect(row.createdAt).toBe(at);
});

test('a handler must give a Date where the wire has a moment', () => {
  expectTypeOf<Domain<z.infer<typeof Row>>['createdAt']>().toEqualTypeOf<Date>();
  expectTypeOf<Domain<z.infer<typeof Row>>['endedAt']>().toEqualTypeOf<Date | null>();
  expectTypeOf<Domain<z.infer<typeof Row>>['details']>().toEqualTypeOf<unknown>();
  expectTypeOf<keyof Domain<z.infer<typeof Row>>>().extract<'amountUSD'>().toEqualTypeOf<never>();
  // @ts-expect-error a text is no Date
  wireForm(z.object({ at: moment }))({ at: text });
  // @ts-expect-error the name of the wire is not the server's
  wireForm(z.object({ amountUSD: z.int() }))({ amountUSD: 1 });
});

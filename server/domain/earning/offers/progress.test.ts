import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ClickPlace, type Fact, factsByClick, type PromisedGoal, progressOf } from './progress.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const NOW = at(10_000);
const goal = (goalId: string, points: number | null, more: Partial<PromisedGoal> = {}): PromisedGoal => ({
  ...{ goalId, name: `Goal ${goalId}`, points, paid: points !== 0, repeatable: false, deadlineSeconds: null },
  ...more,
});
const fact = (kind: Fact['kind'], more: Partial<Fact> = {}): Fact => ({
  ...{ kind, wall: 'w', clickId: null, offerId: 'o', goalId: 'a', goalName: null, points: 0 },
  ...{ receivedAt: at(5), heldUntil: null, reversedAt: null },
  ...more,
});
const only = (facts: Fact[], of = goal('a', 100), startedAt: Date | null = at(0)) =>
  progressOf([of], startedAt, facts, NOW)[0];

describe('a step', () => {
  test.each<[string, Fact[], Partial<PromisedGoal>, Date | null, object]>([
    ['before the click', [], {}, null, { state: 'not_started', reason: 'no_click' }],
    ['after the click', [], {}, at(0), { state: 'started', reason: 'clicked', at: at(0), until: null }],
    ['with time left', [], { deadlineSeconds: 10_001 * 60 }, at(0), { state: 'started', until: at(10_001) }],
    [
      'at its deadline',
      [],
      { deadlineSeconds: 10_000 * 60 },
      at(0),
      { state: 'expired', reason: 'too_late', at: NOW, until: null },
    ],
    [
      'that the company has not decided',
      [fact('pending')],
      { deadlineSeconds: 1 },
      at(0),
      { state: 'received', reason: 'company_decides', at: at(5) },
    ],
    ['that pays nothing', [fact('step')], {}, at(0), { state: 'received', reason: 'pays_nothing' }],
    [
      'that is held',
      [fact('held', { points: 100, heldUntil: at(20_000) })],
      {},
      at(0),
      { state: 'pending', reason: 'held', at: at(5), until: at(20_000), paid: 0, paidLess: null },
    ],
    [
      'that is paid',
      [fact('credited', { points: 100 }), fact('pending')],
      {},
      at(0),
      { state: 'credited', reason: 'paid', paid: 100, paidLess: null },
    ],
    [
      'that can be done again',
      [fact('credited', { points: 100 })],
      { repeatable: true, deadlineSeconds: 60 },
      at(0),
      { state: 'credited', repeatable: true, deadline: at(1), until: null },
    ],
    [
      'whose points were taken back',
      [fact('reversed', { points: 100, reversedAt: at(9) })],
      {},
      at(0),
      { state: 'reversed', reason: 'taken_back', at: at(9), paid: 0, paidLess: null },
    ],
  ])('%s', (_, facts, more, startedAt, expected) => {
    expect(only(facts, goal('a', 100, more), startedAt)).toMatchObject(expected);
  });

  test('that paid less than promised says both; more, or without a promise, is no less', () => {
    const paid = (points: number) => fact('credited', { points });
    expect(only([paid(60)])?.paidLess).toEqual({ promised: 100, paid: 60 });
    expect(only([paid(60), paid(40)])?.paidLess).toBeNull();
    expect(only([paid(140)])).toMatchObject({ paid: 140, paidLess: null });
    expect(only([paid(1)], goal('a', null))?.paidLess).toBeNull();
    const repeatable = goal('a', 100, { repeatable: true });
    expect(only([paid(100), paid(60)], repeatable)?.paidLess).toEqual({ promised: 200, paid: 160 });
  });
});

test('a step that was not promised is shown after those that were, without a promise', () => {
  const facts = [fact('credited', { goalId: 'z', goalName: 'Bonus', points: 7 })];
  expect(progressOf([goal('a', 1), goal('b', 2)], at(0), facts, NOW)).toMatchObject([
    { goalId: 'a', state: 'started' },
    { goalId: 'b', state: 'started' },
    {
      goalId: 'z',
      name: 'Bonus',
      promised: null,
      repeatable: false,
      state: 'credited',
      paid: 7,
      paidLess: null,
    },
  ]);
});

test('of an offer with one step a call needs to name none', () => {
  expect(only([fact('credited', { goalId: null, points: 100 })])?.state).toBe('credited');
  expect(only([fact('credited', { goalId: 'x', points: 100 })], goal('', 100))?.state).toBe('credited');
  expect(only([fact('credited', { goalId: 'x', points: 100 })])?.state).toBe('started');
});

describe('a call belongs', () => {
  const click = (id: string, more: Partial<ClickPlace> = {}): ClickPlace => ({
    ...{ id, wall: 'w', offerId: 'o', startedAt: at(0) },
    ...more,
  });
  const owner = (clicks: ClickPlace[], one: Fact) =>
    [...factsByClick(clicks, [one])].find(([, facts]) => facts.length > 0)?.[0];

  test('to the click that it names, of the same wall', () => {
    const clicks = [click('1'), click('2', { startedAt: at(1) }), click('3', { wall: 'v' })];
    expect(owner(clicks, fact('credited', { clickId: '1' }))).toBe('1');
    expect(owner(clicks, fact('credited', { clickId: '3' }))).toBe('2');
  });

  test('else to the last click of its offer before it', () => {
    const clicks = [click('1'), click('2', { startedAt: at(5) }), click('3', { startedAt: at(6) })];
    expect(owner(clicks, fact('credited'))).toBe('2');
    expect(owner(clicks, fact('credited', { clickId: 'of somebody else' }))).toBe('2');
    expect(owner(clicks, fact('credited', { offerId: 'p' }))).toBeUndefined();
    expect(owner([click('1', { startedAt: at(6) })], fact('credited'))).toBeUndefined();
  });
});

test('the same facts are the same progress, in whatever order they came', () => {
  const minute = fc.integer({ min: 0, max: 30 }).map(at);
  const id = fc.constantFrom('1', '2', '3', null);
  const anyFact = fc.record<Fact>({
    kind: fc.constantFrom('held', 'credited', 'reversed', 'reversed_early', 'pending', 'step'),
    wall: fc.constantFrom('w', 'v'),
    clickId: id,
    offerId: fc.constantFrom('o', 'p', null),
    goalId: fc.constantFrom('a', 'b', 'z', null),
    goalName: fc.constantFrom('One', 'Two', null),
    points: fc.integer({ min: 0, max: 150 }),
    receivedAt: minute,
    heldUntil: fc.option(minute),
    reversedAt: fc.option(minute),
  });
  const goals = [
    goal('a', 100, { deadlineSeconds: 600 }),
    goal('b', null),
    goal('c', 5, { repeatable: true }),
  ];
  const clicks: ClickPlace[] = ['1', '2', '3'].map((one, n) => ({
    ...{ id: one, wall: 'w', offerId: n === 2 ? 'p' : 'o', startedAt: at(n * 10) },
  }));
  const all = (places: ClickPlace[], facts: Fact[]) => {
    const found = factsByClick(places, facts);
    return clicks.map((click) => progressOf(goals, click.startedAt, found.get(click.id) ?? [], at(40)));
  };
  fc.assert(
    fc.property(fc.array(anyFact, { maxLength: 30 }), fc.infiniteStream(fc.nat()), (facts, numbers) => {
      const shuffled = facts
        .map((one) => ({ one, place: numbers.next().value }))
        .sort((a, b) => a.place - b.place)
        .map(({ one }) => one);
      const first = all(clicks, facts);
      expect(all(clicks.toReversed(), shuffled)).toEqual(first);
      const paid = first.flat().reduce((sum, one) => sum + one.paid, 0);
      const given = facts.filter(({ kind }) => kind === 'credited').reduce((sum, one) => sum + one.points, 0);
      expect(paid).toBeLessThanOrEqual(given);
    }),
  );
});

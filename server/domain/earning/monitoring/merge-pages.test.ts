import { expect, test } from 'vitest';
import { mergePages, type Part, type Place } from './merge-pages.ts';

interface Row {
  id: string;
  at: Date;
}
const row = (list: string, key: number, at: number): Row => ({ id: `${list}${key}`, at: new Date(at) });

/** The next part of a list, as a bounded read returns it. */
function read(list: Row[], place: Place, size: number): Part<Row> {
  const start = place === null ? 0 : list.findIndex(({ id }) => id === place) + 1;
  if (place === 'end') return { rows: [], end: null };
  const rows = list.slice(start, start + size);
  return { rows, end: start + size < list.length ? (rows.at(-1) ?? null) : null };
}

test('every row is on exactly one page, newest first, in any order of the two lists', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % below;
  };
  for (let round = 0; round < 300; round += 1) {
    const make = (name: string) =>
      Array.from({ length: random(40) }, (_, key) => row(name, key, 1_000 - key * 10 - random(25)));
    const lists = [make('a'), make('b')] as const;
    const seen: Row[] = [];
    let places: [Place, Place] = [null, null];
    for (let page = 0; page < 200 && places.some((place) => place !== 'end'); page += 1) {
      const parts = [
        read(lists[0], places[0], 1 + random(9)),
        read(lists[1], places[1], 1 + random(9)),
      ] as const;
      const merged = mergePages(parts, places, 5);
      seen.push(...merged.rows);
      places = merged.next;
    }
    expect(places).toEqual(['end', 'end']);
    expect(seen.map(({ id }) => id).sort()).toEqual([...lists[0], ...lists[1]].map(({ id }) => id).sort());
    // `make` spreads the times within one list by up to 25.
    for (const [index, { at }] of seen.entries()) {
      for (const later of seen.slice(index + 1)) expect(later.at.getTime() - at.getTime()).toBeLessThan(26);
    }
  }
});

import { expect, test } from 'vitest';
import { canBeReplayed } from './replay-result.ts';

test('a postback that a replay has applied is not replayed once more', () => {
  for (const verdict of ['credited', 'reversed', 'duplicate'] as const) {
    expect(canBeReplayed({ obstacle: null }, { verdict }), verdict).toBe(false);
  }
});

test('one that still waits can be replayed again, unless something stands in the way', () => {
  for (const result of [undefined, { verdict: 'unknown_user' } as const, { failure: 'No connection' }]) {
    expect(canBeReplayed({ obstacle: null }, result)).toBe(true);
    expect(canBeReplayed({ obstacle: 'cut' }, result)).toBe(false);
  }
});

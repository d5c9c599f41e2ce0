/** Random choices that are repeatable by a seed. */
export interface Dice {
  /** A whole number from 0 to `max`, without `max`. */
  below: (max: number) => number;
  chance: (share: number) => boolean;
  pick: <T>(choices: readonly T[]) => T;
}

/** Dice for a seed and a name: each name has its own sequence. FNV-1a and mulberry32, both in the public domain. */
export function diceOf(seed: number, name: string): Dice {
  let state = seed | 0;
  for (let at = 0; at < name.length; at++) state = Math.imul(state ^ name.charCodeAt(at), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (max: number) => Math.floor(next() * max);
  return {
    below,
    chance: (share) => next() < share,
    pick: (choices) => {
      const choice = choices[below(choices.length)];
      if (choice === undefined) throw new Error('nothing to pick from');
      return choice;
    },
  };
}

export interface Random {
  /** A whole number from 0 up to but not including `limit`. */
  below(limit: number): number;
  pick<T>(choices: readonly T[]): T;
}

/** Mulberry32: the same numbers in every run, so that figures of two runs tell of the same room. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    below,
    pick<T>(choices: readonly T[]): T {
      const choice = choices[below(choices.length)];
      if (choice === undefined) throw new Error('There is nothing to choose from');
      return choice;
    },
  };
}

import { expect, test } from 'vitest';
import { NumberSlots } from './number-slots.ts';

test('the place of each number is found, and no other number has one', () => {
  for (const count of [0, 1, 15, 16, 17, 1_000]) {
    // Some of them have the same hash.
    const numbers = Array.from({ length: count }, (_, at) => (at % 3 === 0 ? at * 65_536 : at * 7 + 1));
    const distinct = [...new Set(numbers)];
    const slots = new NumberSlots(distinct);
    expect(distinct.map((number) => slots.slotOf(number))).toEqual([...distinct.keys()]);
    const known = new Set(distinct);
    for (let number = -1; number < 10_000; number += 1)
      if (!known.has(number)) expect(slots.slotOf(number)).toBe(-1);
  }
});

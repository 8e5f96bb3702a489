import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PostingLists } from './posting-lists.ts';

const KEYS = 4;
const step = fc.record({
  key: fc.constantFrom(0, 1, 2, 5_000),
  kind: fc.constantFrom('push', 'push', 'push', 'prepend', 'insert', 'remove', 'compact'),
  place: fc.nat({ max: 40 }),
  value: fc.nat({ max: 0xffffffff }),
});

test('lists that grow, lose values and move hold what arrays would', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const lists = new PostingLists();
      const expected = new Map<number, number[]>();
      for (const { key, kind, place, value } of steps) {
        const list = expected.get(key) ?? [];
        expected.set(key, list);
        if (kind === 'push') {
          lists.push(key, value);
          list.push(value);
        } else if (kind === 'prepend') {
          const values = Uint32Array.from({ length: place }, (_, nth) => nth + value);
          lists.prepend(key, values);
          list.unshift(...values);
        } else if (kind === 'insert') {
          lists.insert(key, place % (list.length + 1), value);
          list.splice(place % (list.length + 1), 0, value);
        } else if (kind === 'compact') {
          lists.compact();
        } else if (list.length > 0) {
          lists.removeAt(key, place % list.length);
          list.splice(place % list.length, 1);
        }
      }
      for (const [key, list] of expected) {
        expect([...lists.listOf(key)]).toEqual(list);
        expect(lists.lengthOf(key)).toBe(list.length);
      }
    }),
  );
});

test('a list is not disturbed by others that grow beyond the first memory', () => {
  const lists = new PostingLists();
  for (let value = 0; value < 40_000; value += 1) lists.push(value % KEYS, value);
  for (let key = 0; key < KEYS; key += 1)
    expect([...lists.listOf(key)]).toEqual(Array.from({ length: 10_000 }, (_, nth) => nth * KEYS + key));
  expect([...lists.listOf(KEYS)]).toEqual([]);
});

test('a list has a value between two others if it is one of its ascending values', () => {
  const values = fc.array(fc.nat({ max: 60 }), { maxLength: 20 });
  fc.assert(
    fc.property(values, values, fc.nat({ max: 60 }), fc.nat({ max: 9 }), (own, other, from, count) => {
      const lists = new PostingLists();
      for (const [key, list] of [other, own].entries())
        for (const value of list.toSorted((left, right) => left - right)) lists.push(key, value);
      const isBetween = own.some((value) => value >= from && value < from + count);
      expect(lists.hasBetween(1, from, from + count)).toBe(isBetween);
      expect(lists.hasBetween(2, from, from + count)).toBe(false);
    }),
  );
});

test('lists that grow again after they were moved together keep their values', () => {
  const [count, rounds, most] = [500, 60, 40];
  const lists = new PostingLists();
  for (let round = 0; round < rounds; round += 1) {
    // All have left their rooms since, so that the next growth moves them together by itself.
    if (round % 20 === 0) lists.compact();
    for (let key = 0; key < count; key += 1)
      for (let nth = 0; nth < 1 + (key % most); nth += 1) lists.push(key, key * rounds + round);
  }
  for (let key = 0; key < count; key += 1)
    expect([...lists.listOf(key)]).toEqual(
      Array.from(
        { length: rounds * (1 + (key % most)) },
        (_, nth) => key * rounds + Math.floor(nth / (1 + (key % most))),
      ),
    );
});

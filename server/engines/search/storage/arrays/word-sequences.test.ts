import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PASSAGE_END, WordSequences } from './word-sequences.ts';

const LARGEST = 0x3feffff;
/** Numbers around those at which a word takes twice as much. */
const word = fc.oneof(
  fc.nat({ max: 200 }),
  fc.integer({ min: 0xfbf0, max: 0x10010 }),
  fc.integer({ min: 0x10000, max: LARGEST }),
);
const text = fc.array(word, { maxLength: 30 });

test('words of all sizes are read as they were added, before and after unused room is taken away', () => {
  const units = fc.array(fc.record({ body: text, headings: text, compacts: fc.boolean() }), {
    maxLength: 80,
  });
  fc.assert(
    fc.property(units, (added) => {
      const sequences = new WordSequences();
      for (const { body, headings, compacts } of added) {
        sequences.add(body, headings);
        if (compacts) sequences.compact();
      }
      for (const [unit, { body, headings }] of added.entries())
        expect([...sequences.wordsOf(unit)]).toEqual([...body, PASSAGE_END, ...headings]);
    }),
  );
});

test('a phrase is found within a text and never across two, whatever the numbers of its words', () => {
  const sequences = new WordSequences();
  sequences.add([1, 0xfc00, 0xffff, LARGEST], [7, 8]);
  sequences.add([0xffff, LARGEST], []);
  const has = (unit: number, ...words: number[]) =>
    sequences.contains(
      unit,
      words.map((each) => [0, each]),
    );
  expect(has(0, 0xfc00, 0xffff, LARGEST)).toBe(true);
  expect(has(0, 7, 8)).toBe(true);
  expect(has(0, LARGEST, 7)).toBe(false);
  expect(has(0, 0xffff, 1)).toBe(false);
  expect(has(1, 0xffff, LARGEST)).toBe(true);
  expect(has(1, LARGEST, 7)).toBe(false);
});

test('words that were read stay as they were when others are read, and a number beyond the largest is refused', () => {
  const sequences = new WordSequences();
  sequences.add([1, 2], []);
  sequences.add([3, 4], []);
  const first = sequences.wordsOf(0);
  sequences.wordsOf(1);
  expect([...first]).toEqual([1, 2, PASSAGE_END]);
  expect(() => sequences.add([LARGEST + 1], [])).toThrow(RangeError);
});

test('a unit that is longer than all before is read whole, and its phrases are found', () => {
  const sequences = new WordSequences();
  const words = Array.from({ length: 3_000 }, (_, nth) => nth + 7);
  sequences.add(words, [1, 2]);
  expect([...sequences.wordsOf(0)]).toEqual([...words, PASSAGE_END, 1, 2]);
  sequences.add([...words, ...words, ...words], [5]);
  expect(sequences.contains(1, [[3_005], [3_006], [7]])).toBe(true);
});

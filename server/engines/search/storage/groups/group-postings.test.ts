import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frequencyOf, IndexedField, unitOf } from '../indexed-field.ts';
import { GROUP_FIELDS, PostingsReader, PostingsWriter } from './group-postings.ts';

const STEMS = 5;
const FIRST_UNIT = 70_000;

test('postings are read as an index without groups has them, whatever the distances and frequencies', () => {
  const unit = fc.record({
    field: fc.constantFrom(...GROUP_FIELDS),
    distance: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 60, max: 70_000 })),
    terms: fc.array(
      fc.record({ stem: fc.nat({ max: STEMS - 1 }), times: fc.constantFrom(1, 2, 254, 255, 400) }),
    ),
  });
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 20 }), (units) => {
      const writer = new PostingsWriter();
      const fields = GROUP_FIELDS.map(() => new IndexedField(1, 1));
      let last = 0;
      for (const { field, distance, terms } of units) {
        const stems = terms.flatMap(({ stem, times }) => Array<number>(times).fill(stem));
        writer.add(field, last, stems);
        fields[GROUP_FIELDS.indexOf(field)]?.add(FIRST_UNIT + last, stems);
        last += distance;
      }
      const reader = new PostingsReader(...writer.toSections(STEMS));
      for (const [place, field] of fields.entries())
        for (let stem = 0; stem < STEMS; stem += 1) {
          const read = new Uint32Array(1 + reader.countBytes(stem));
          const length = reader.read(place, stem, FIRST_UNIT, read, 1);
          expect([...read.subarray(1, length)]).toEqual([...field.postingsOf(stem)]);
        }
    }),
  );
});

test('a frequency of more than 255 is stored as 255', () => {
  const writer = new PostingsWriter();
  writer.add('title', 3, Array<number>(1_000).fill(0));
  const reader = new PostingsReader(...writer.toSections(1));
  const read = new Uint32Array(1);
  expect(reader.read(GROUP_FIELDS.indexOf('title'), 0, 0, read, 0)).toBe(1);
  expect([unitOf(read[0] ?? 0), frequencyOf(read[0] ?? 0)]).toEqual([3, 255]);
});

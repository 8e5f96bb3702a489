import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DamagedIndexError } from '../index-database.ts';
import { packSections, unpackSections } from './sections.ts';
import { createSoughtText, packTexts, TABLE_SECTIONS, TextTable } from './text-table.ts';

const anyText = fc.oneof(
  fc.constantFrom('', 'rent', 'rents', 'Räume', '契約', '2018'),
  fc.string({ unit: 'grapheme' }),
);
const taggedText = fc.record({ text: anyText, tag: fc.nat({ max: 3 }) });

const openTable = (texts: readonly { text: string; tag: number }[]): TextTable =>
  new TextTable(unpackSections(packSections(packTexts(texts)), TABLE_SECTIONS));

test('a text is found by its tag alone, and no other is', () => {
  const texts = fc.uniqueArray(taggedText, { selector: ({ text, tag }) => `${tag} ${text}`, maxLength: 60 });
  fc.assert(
    fc.property(texts, fc.array(taggedText), (stored, others) => {
      const table = openTable(stored);
      expect(table.size).toBe(stored.length);
      for (const { text, tag } of [...stored, ...others])
        expect(table.find(createSoughtText(text), tag)).toBe(
          stored.findIndex((each) => each.text === text && each.tag === tag),
        );
      for (const [place, { text, tag }] of stored.entries())
        expect([table.textAt(place), table.tagAt(place)]).toEqual([text, tag]);
    }),
  );
});

test('the first of the sorted texts with a beginning is found', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyText), anyText, (texts, beginning) => {
      const sorted = texts.sort();
      const table = openTable(sorted.map((text) => ({ text, tag: 0 })));
      const first = sorted.findIndex((text) => text >= beginning);
      expect(table.lowerBound(beginning)).toBe(first < 0 ? sorted.length : first);
    }),
  );
});

test('sections in which a search would not end, or a text has no length, are damaged', () => {
  const sections = () => packTexts(['deed', 'rent'].map((text) => ({ text, tag: 0 })));
  const openChanged = (change: (ends: Uint32Array, slots: Uint32Array) => void) => {
    const [bytes, ends, tags, slots] = sections();
    if (!(bytes && ends instanceof Uint32Array && tags && slots instanceof Uint32Array)) throw new Error();
    change(ends, slots);
    return new TextTable(unpackSections(packSections([bytes, ends, tags, slots]), TABLE_SECTIONS));
  };
  expect(openChanged(() => {}).size).toBe(2);
  expect(() => openChanged((_, slots) => slots.fill(1))).toThrow(DamagedIndexError);
  expect(() => openChanged((_, slots) => slots.fill(0xffffffff))).toThrow(DamagedIndexError);
  expect(() => openChanged((ends) => ends.set([9]))).toThrow(DamagedIndexError);
});

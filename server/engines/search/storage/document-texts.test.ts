import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DocumentTexts } from './document-texts.ts';
import { IndexedField } from './indexed-field.ts';

const TERMS = 5;
const term = fc.nat({ max: TERMS - 1 });
/** A few terms, or one so often that it reaches the largest frequency that is counted. */
const passage = fc.oneof(
  fc.array(term, { maxLength: 8 }),
  fc.nat({ max: 400 }).map((count) => Array<number>(count).fill(1)),
);
const document = fc.record({
  passages: fc.array(passage, { maxLength: 4 }),
  further: fc.array(term, { maxLength: 2 }),
});

test('texts of documents made of their passages equal a field to which whole texts are added', () => {
  fc.assert(
    fc.property(fc.array(document, { maxLength: 12 }), (documents) => {
      const passages = new IndexedField(1, 0.6);
      const documentOfPassage: number[] = [];
      const made = new DocumentTexts(passages, documentOfPassage);
      const whole = new IndexedField(1, 0.6);
      for (const [unit, { passages: texts, further }] of documents.entries()) {
        for (const text of texts) passages.add(documentOfPassage.push(unit) - 1, text);
        const all = [...texts.flat(), ...further];
        made.add(unit, all.length, further);
        whole.add(unit, all);
      }
      expect(made.lengths).toEqual(whole.lengths);
      for (let each = 0; each <= TERMS; each += 1) {
        expect([...made.postingsOf(each)]).toEqual([...whole.postingsOf(each)]);
        for (let unit = 0; unit <= documents.length; unit += 1)
          expect(made.has(each, unit)).toBe(whole.has(each, unit));
      }
    }),
  );
});

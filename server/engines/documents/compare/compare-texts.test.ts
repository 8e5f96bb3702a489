import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareTexts, type Hunk } from './compare-texts.ts';
import type { ComparedBlock } from './compared-text.ts';
import { editKinds, makeEditedPair, toBlocks } from './testing/known-edits.ts';

const textOf = (blocks: readonly ComparedBlock[]): string => blocks.map(({ text }) => text).join('\n');

/** The kinds of the hunks with the texts that they name. */
function describeHunks(before: readonly ComparedBlock[], after: readonly ComparedBlock[]) {
  const [a, b] = [textOf(before), textOf(after)];
  return compareTexts(before, after).hunks.map(({ kind, ...hunk }: Hunk) => [
    kind,
    hunk.a && a.slice(hunk.a.start, hunk.a.end),
    hunk.b && b.slice(hunk.b.start, hunk.b.end),
  ]);
}

const paragraphs = (...texts: string[]) => toBlocks(texts.map((text) => ({ kind: 'paragraph', text })));

describe('compareTexts', () => {
  test('a changed word is replaced, and pages and offsets are those of the texts', () => {
    const before = toBlocks([
      { kind: 'paragraph', text: 'First page.', page: 1 },
      { kind: 'paragraph', text: 'The rent is 1,000.50 euros a month.', page: 2 },
    ]);
    const after = toBlocks([
      { kind: 'paragraph', text: 'First page.', page: 1 },
      { kind: 'paragraph', text: 'The rent is 1,200 euros a month.', page: 3 },
    ]);
    expect(compareTexts(before, after)).toEqual({
      rows: [
        { a: [0], b: [0] },
        { a: [1], b: [1] },
      ],
      hunks: [{ kind: 'replace', a: { page: 2, start: 24, end: 32 }, b: { page: 3, start: 24, end: 29 } }],
    });
  });

  test('a removed sentence is shown whole, whichever of its full stops the algorithm removes', () => {
    expect(
      describeHunks(paragraphs('It is one. It is two. It is three.'), paragraphs('It is one. It is three.')),
    ).toEqual([['delete', 'It is two.', null]]);
  });

  test('a paragraph at another place is moved, and a change in it is shown', () => {
    const moved = 'The landlord shall repair the roof of the building before the first day of May.';
    const others = ['The first clause of this lease.', 'The second clause is longer.', 'Last but not least.'];
    expect(describeHunks(paragraphs(moved, ...others), paragraphs(...others, moved))).toEqual([
      ['move', moved, moved],
    ]);
    const changed = moved.replace('May', 'June');
    expect(describeHunks(paragraphs(moved, ...others), paragraphs(...others, changed))).toEqual([
      ['move', moved, changed],
      ['replace', 'May', 'June'],
    ]);
  });

  test('a page break within a paragraph is no change', () => {
    expect(
      describeHunks(
        paragraphs('The seller delivers all of the shares to the buyer.'),
        paragraphs('The seller delivers all', 'of the shares to the buyer.'),
      ),
    ).toEqual([]);
  });

  test('a table is compared by cell, and a renamed column is shown once', () => {
    const rows = (name: string, price: string) =>
      toBlocks([
        { kind: 'sheet-row', text: `Item; ${name}` },
        { kind: 'sheet-row', text: `Item: Desk lamp; ${name}: ${price}` },
        { kind: 'sheet-row', text: `Item: Chair; ${name}: 80` },
      ]);
    expect(describeHunks(rows('Price', '20 EUR'), rows('Price', '25 EUR'))).toEqual([
      ['replace', 'Price: 20 EUR', 'Price: 25 EUR'],
    ]);
    expect(describeHunks(rows('Price', '20'), rows('Net price', '20'))).toEqual([
      ['replace', 'Price', 'Net price'],
      ['replace', 'Price: 20', 'Net price: 20'],
    ]);
  });

  test('rows hold every block once and in order, and hunks lie within the texts', () => {
    const word = fc.constantFrom('the', 'rent', 'is', 'due', 'now', '.', '12', 'ß');
    const text = fc.array(fc.array(word, { minLength: 1, maxLength: 12 }), { maxLength: 8 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [before, after] = [one, other].map((lines) => paragraphs(...lines.map((w) => w.join(' '))));
        const { rows, hunks } = compareTexts(before ?? [], after ?? []);
        expect(rows.flatMap(({ a }) => a)).toEqual(one.map((_, index) => index));
        expect(rows.flatMap(({ b }) => b)).toEqual(other.map((_, index) => index));
        const [lengthA, lengthB] = [textOf(before ?? []).length, textOf(after ?? []).length];
        for (const { a, b } of hunks) {
          if (a) expect([a.start < a.end, a.end <= lengthA]).toEqual([true, true]);
          if (b) expect([b.start < b.end, b.end <= lengthB]).toEqual([true, true]);
        }
        if (textOf(before ?? []) === textOf(after ?? [])) expect(hunks).toEqual([]);
      }),
    );
  });

  test('what is equal between the hunks is the same in both texts', () => {
    const word = fc.constantFrom('a', 'b', 'c', 'd', 'e.', 'f');
    const text = fc.array(fc.array(word, { minLength: 1, maxLength: 10 }), { maxLength: 6 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [before = [], after = []] = [one, other].map((lines) =>
          paragraphs(...lines.map((w) => w.join(' '))),
        );
        const { hunks } = compareTexts(before, after);
        const rest = (blocks: readonly ComparedBlock[], side: 'a' | 'b') => {
          const letters = [...textOf(blocks)];
          for (const hunk of hunks) {
            const place = hunk[side];
            if (place) letters.fill(' ', place.start, place.end);
          }
          return letters.join('').replace(/\s+/g, '');
        };
        expect(rest(before, 'a')).toBe(rest(after, 'b'));
      }),
    );
  });

  test('two contracts of 50 pages take less than a second, and unrelated texts end too', () => {
    const pair = makeEditedPair(1, { paragraphs: 500, edits: editKinds });
    expect(timeOf(() => compareTexts(pair.before, pair.after))).toBeLessThan(1_000);
    const random = (seed: number) =>
      paragraphs(
        ...Array.from({ length: 40 }, (_, line) =>
          Array.from({ length: 1_000 }, (_, index) => `w${(index * 7919 * (line + seed)) % 53}`).join(' '),
        ),
      );
    expect(timeOf(() => compareTexts(random(3), random(11)))).toBeLessThan(10_000);
  });
});

/** Returns the processor time of work in milliseconds, which other programs of the machine do not change. */
function timeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe('known edits', () => {
  const measure = (pairs: number, firstSeed: number) => {
    let [edits, shown, hunks, invented] = [0, 0, 0, 0];
    for (let index = 0; index < pairs; index += 1) {
      const kind = editKinds[index % editKinds.length];
      const pair = makeEditedPair(firstSeed + index, {
        paragraphs: 40,
        edits: kind ? [kind, kind, kind] : [],
      });
      const found = compareTexts(pair.before, pair.after).hunks;
      const overlaps = (hunk: Hunk, edit: (typeof pair.edits)[number]) =>
        (['a', 'b'] as const).some((side) => {
          const [place, range] = [hunk[side], edit[side]];
          return place && range && place.start < range.end && range.start < place.end;
        });
      edits += pair.edits.length;
      shown += pair.edits.filter((edit) => found.some((hunk) => overlaps(hunk, edit))).length;
      hunks += found.length;
      invented += found.filter((hunk) => !pair.edits.some((edit) => overlaps(hunk, edit))).length;
    }
    return { edits, shown, hunks, invented };
  };

  test('every one of 20 pairs shows its edits and nothing else', () => {
    const { edits, shown, invented } = measure(21, 1);
    expect([shown, invented]).toEqual([edits, 0]);
  });

  test('200 pairs show their edits and nothing else', { tags: ['full'] }, () => {
    const { edits, shown, hunks, invented } = measure(210, 1_000);
    process.stdout.write(
      `compare: ${shown} of ${edits} edits shown, ${invented} of ${hunks} hunks invented\n`,
    );
    expect([shown, invented]).toEqual([edits, 0]);
  });
});

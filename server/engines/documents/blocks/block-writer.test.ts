import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectExactOffsets } from '../extraction/testing/expect-blocks.ts';
import { BlockWriter } from './block-writer.ts';
import { blockKinds } from './document-text.ts';

describe('the block writer', () => {
  it('every block has the exact offsets of its text in the whole text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\r', '\t', '\0', '\ufb01', '\ud800', '\u00ad') }),
      fc.nat(60_000).map((length) => 'word '.repeat(length / 5)),
    );
    const written = fc.array(fc.record({ kind: fc.constantFrom(...blockKinds), text }), { maxLength: 12 });
    fc.assert(
      fc.property(written, fc.integer({ min: 1, max: 100_000 }), (entries, maxText) => {
        const writer = new BlockWriter(maxText);
        for (const entry of entries) {
          if (entry.kind === 'heading') writer.addHeading(1, entry.text);
          else writer.addBlock(entry.kind, entry.text);
        }
        expectExactOffsets(writer.blocks);
        const whole = writer.blocks.map((block) => block.text).join('\n');
        expect(whole.length).toBeLessThanOrEqual(maxText);
        expect(whole.isWellFormed()).toBe(true);
        expect(whole).not.toMatch(/[\0\ufb01\u00ad]/);
        expect(writer.blocks.every((block) => block.text !== '' && block.text.length <= 20_000)).toBe(true);
      }),
    );
  });

  it('a heading ends the headings of its level and deeper in the path', () => {
    const writer = new BlockWriter(1_000);
    writer.addHeading(1, 'Lease');
    writer.addHeading(2, 'Term');
    writer.addHeading(2, 'Rent');
    writer.addBlock('paragraph', 'Monthly.');
    writer.addHeading(1, 'Annex');
    expect(writer.blocks.map((block) => block.headings)).toEqual([
      [],
      ['Lease'],
      ['Lease'],
      ['Lease', 'Rent'],
      [],
    ]);
  });

  it('a text is truncated at its limit, which is reported', () => {
    const writer = new BlockWriter(10);
    writer.addBlock('paragraph', 'twelve chars');
    writer.addBlock('paragraph', 'more');
    expect(writer.blocks.map((block) => block.text)).toEqual(['twelve cha']);
    expect(writer.isTruncated).toBe(true);
  });

  it('ligatures are written as letters, and other compatibility characters are unchanged', () => {
    const writer = new BlockWriter(100);
    writer.addBlock('paragraph', 'e\ufb03cient m² ½ ①');
    expect(writer.blocks[0]?.text).toBe('efficient m² ½ ①');
  });
});

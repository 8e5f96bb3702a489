import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyQuote } from './verify-quote.ts';

const PASSAGE =
  'The “Tenant” shall pay 10,500.00 euro —\nfree of any  deduction… The ten\u00adant’s duties are not reliable.';

describe('quotes that are proved', () => {
  test.each([
    ['to the letter', 'shall pay 10,500.00 euro'],
    ['with plain quotation marks', 'The "Tenant" shall pay'],
    ['with a plain dash and other white space', '10,500.00\teuro - free of any deduction'],
    ['with three dots', 'any deduction... The'],
    ['without the soft hyphen', "The tenant's duties"],
    ['with spaces around it', '  shall pay  '],
    ['that is all of the passage', PASSAGE],
  ])('a quote %s is proved', (_, quote) => {
    const proved = verifyQuote(PASSAGE, quote);
    expect(proved?.quote).toBe(PASSAGE.slice(proved?.start, proved?.end));
    expect(proved?.quote.length).toBeGreaterThanOrEqual(quote.trim().length - 2);
  });

  test('a quote is returned in the words of the document, with its own characters', () => {
    const proved = verifyQuote(PASSAGE, "The tenant's duties");
    expect(proved).toEqual({ quote: 'The ten\u00adant’s duties', start: 64, end: 84 });
  });

  test('a quote in a script without spaces is proved', () => {
    expect(verifyQuote('本协议受中华人民共和国法律管辖。', '中华人民共和国法律')).toMatchObject({ start: 4 });
  });

  test('a quote is located where it is whole words, even if it occurs inside others before', () => {
    expect(verifyQuote('unreliable notes; reliable notes', 'reliable notes')?.start).toBe(18);
  });
});

describe('quotes that are dropped', () => {
  test.each([
    ['that nobody wrote', 'shall pay 9,000.00 euro'],
    ['with a word left out', 'The Tenant pay 10,500.00'],
    ['in another case', 'THE "TENANT" SHALL PAY'],
    ['that cuts a number short', 'shall pay 10'],
    ['that cuts a number after its separator', 'shall pay 10,500'],
    ['that begins inside a number', '500.00 euro'],
    ['that begins inside a word', 'liable.'],
    ['that ends inside a word', 'duties are not relia'],
    ['that stands everywhere', 'The'],
    ['of signs alone', '— … “”'],
    ['that is empty', ''],
  ])('a quote %s is dropped', (_, quote) => {
    expect(verifyQuote(PASSAGE, quote)).toBeUndefined();
  });

  test('a quote with digits of another script is dropped', () => {
    expect(verifyQuote('an area of 10² metres', 'an area of 102 metres')).toBeUndefined();
  });
});

test('every proved quote is in the passage, and any whole passage proves itself', () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'B', '1', ' ', '\n', ',', '.', '…', '\u00ad', '’', '中', '🦩'),
  });
  fc.assert(
    fc.property(text, text, (passage, quote) => {
      const proved = verifyQuote(passage, quote);
      if (proved) expect(passage.slice(proved.start, proved.end)).toBe(proved.quote);
      const letters = passage.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
      if (letters >= 6) expect(verifyQuote(passage, passage)).toBeDefined();
    }),
  );
});

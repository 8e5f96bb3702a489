import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeFormulas, unescapeFormulas } from './escape-formulas.ts';

const text = fc.string({
  unit: fc.constantFrom('=', '+', '-', '@', "'", '"', ' ', ';', '\t', '\r', '\n', 'a', '1', ','),
});

test('what was escaped for an export is the same text again', () => {
  fc.assert(
    fc.property(text, (each) => {
      expect(unescapeFormulas(escapeFormulas(each))).toBe(each);
    }),
    { numRuns: 2_000 },
  );
});

test('text that no export escapes stays as it is', () => {
  for (const each of ["'quoted'", "the '90s", "'", '', "rock 'n' roll; 'x'"]) {
    expect(escapeFormulas(each)).toBe(each);
    expect(unescapeFormulas(each)).toBe(each);
  }
});

test('no cell begins with what a spreadsheet calculates', () => {
  fc.assert(
    fc.property(text, (each) => {
      expect(escapeFormulas(each)).not.toMatch(/(?:^|[;\t\r\n])[ "]*[=+\-@]/);
    }),
  );
});

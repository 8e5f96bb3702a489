import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { formatCsv } from './format-csv.ts';

const read = (text: string, delimiter = ',') =>
  Papa.parse<string[]>(text.slice(1), { delimiter, quoteChar: '"', newline: '\r\n', skipEmptyLines: true })
    .data;

test('rows are quoted where needed, with numbers as numbers and nothing for what is absent', () => {
  expect(
    formatCsv([
      ['Name', 'Views'],
      ['Größe "x", <y>\nnext', 12],
      ['', null],
    ]),
  ).toBe('\ufeff"Name","Views"\r\n"Größe ""x"", <y>\nnext",12\r\n"",\r\n');
  expect(formatCsv([['Below', -3]])).toBe('\ufeff"Below",-3\r\n');
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '=HYPERLINK("http://evil.test","x")'])(
  '%j is text in a spreadsheet, never a formula',
  (cell) => expect(read(formatCsv([[cell, 'end']]))[0]?.[0]).toMatch(/^'/),
);

test.each([',', ';', '\t'])(
  'no text begins a formula in a program that separates cells by %j',
  (delimiter) => {
    const part = fc.constantFrom('=', '+', '-', '@', ';', '\t', '\r', '\n', ' ', '"', "'", ',', 'a', '1');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = formatCsv([['name', parts.join('')]]);
        const cells = [...read(text, delimiter).flat(), ...text.slice(1).split(/[;\t\r\n]/)];
        expect(cells.filter((cell) => /^[ "]*[=+\-@]/.test(cell))).toEqual([]);
      }),
      { numRuns: 500 },
    );
  },
);

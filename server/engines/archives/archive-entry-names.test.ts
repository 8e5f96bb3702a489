import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEntryNamer } from './archive-entry-names.ts';

test.each([
  ['..', '_'],
  ['.', '_'],
  ['', '_'],
  ['a/b\\c:d', 'a_b_c_d'],
  ['C:', 'C_'],
  ['tab\there', 'tab_here'],
  ['exe\u202efdp.exe', 'exe_fdp.exe'],
  ['lone \ud800', 'lone \ufffd'],
  ['ends in dots...', 'ends in dots_'],
  ['ends in spaces  ', 'ends in spaces_'],
  ['CON', '_CON'],
  ['con.txt', '_con.txt'],
  ['Lpt1 .tar.gz', '_Lpt1 .tar.gz'],
  ['contract.pdf', 'contract.pdf'],
  ['.env', '.env'],
  ['Größe.txt'.normalize('NFD'), 'Größe.txt'],
  ['契約書 👩‍⚖️.docx', '契約書 👩‍⚖️.docx'],
])('%j is unpacked as %j', (name, expected) => {
  expect(createEntryNamer('')(name)).toBe(expected);
});

test('equal names are numbered, regardless of case and Unicode form', () => {
  const give = createEntryNamer('', ['index.csv']);
  const names = [
    'a.txt',
    'A.TXT',
    'a (2).txt',
    'a.txt',
    'Index.csv',
    'é',
    'e\u0301',
    'archive.tar',
    'ARCHIVE',
  ];
  expect(names.map(give)).toEqual([
    'a.txt',
    'A (2).TXT',
    'a (2) (2).txt',
    'a (3).txt',
    'Index (2).csv',
    'é',
    'é (2)',
    'archive.tar',
    'ARCHIVE',
  ]);
});

test('a long name is truncated and keeps its extension, the more the longer its path is', () => {
  const long = `${'契'.repeat(255)}.docx`;
  const atTop = createEntryNamer('')(long);
  expect(atTop).toMatch(/^契+\.docx$/);
  expect(Buffer.byteLength(atTop)).toBeLessThanOrEqual(255);
  expect(Buffer.byteLength(createEntryNamer('x'.repeat(5_000))(long))).toBeLessThanOrEqual(32);
});

test('thousands of equal names are numbered in linear time', () => {
  const give = createEntryNamer('');
  const begun = performance.now();
  expect(new Set(Array.from({ length: 20_000 }, () => give('same.pdf'))).size).toBe(20_000);
  expect(performance.now() - begun).toBeLessThan(2_000);
});

const maliciousName = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('con', 'CON ', 'nul.', 'a', 'A', 'a (2)', '..', '. .', ' ', 'ſ', 's', 'ß', 'SS', 'İ', 'i̇'),
  fc.string({ minLength: 200, maxLength: 300 }),
);

test('any names become unique safe names', () => {
  fc.assert(
    fc.property(fc.array(maliciousName, { maxLength: 30 }), fc.nat(1_000), (names, depth) => {
      const give = createEntryNamer('x'.repeat(depth));
      const given = names.map(give);
      const folded = new Set(given.map((name) => name.normalize('NFC').toLowerCase()));
      expect(folded.size).toBe(names.length);
      for (const name of given) {
        expect(name).not.toMatch(/[\p{Cc}\p{Cs}/\\:*?"<>|]|[. ]$|^$/u);
        expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d) *(?:\.|$)/i);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      }
    }),
    { numRuns: 300 },
  );
});

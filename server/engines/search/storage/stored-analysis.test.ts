import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runCount } from '#server/testing/run-count.ts';
import { detectLanguage } from '../analysis/detect-language.ts';
import { tokenize } from '../analysis/tokenize.ts';
import { DamagedIndexError } from './index-database.ts';
import { ANALYSIS_VERSION, AnalysisReader, AnalysisWriter, type AnalyzedText } from './stored-analysis.ts';
import { Vocabulary } from './vocabulary.ts';

const SAMPLES = [
  'The lessee pays EUR 1,250,000.50 (FY2018) under clause 4.2(b) of the e-mail agreement of 31 March 2025.',
  'Die Mieterin zahlt die Nebenkosten für die Räume in der Straße "Am Graben" gemäß § 535 BGB.',
  'Le bailleur notifie la résiliation à l’adresse indiquée; los arrendatarios lo aceptan.',
  '株式会社は 2024年3月31日 に契約を締結した。 ผู้เช่าต้องชำระค่าเช่า арендная плата الإيجار',
  'Kiracı, kira sözleşmesini yılda bir kez feshedebilir. Bên thuê thanh toán tiền thuê hàng tháng.',
];

function analyze(texts: readonly string[]): { written: AnalyzedText[]; bytes: Buffer } {
  const writer = new AnalysisWriter(new Vocabulary());
  const written = texts.map((text) => {
    const terms = tokenize(text);
    return writer.add(detectLanguage(terms), terms);
  });
  return { written, bytes: writer.toBytes() };
}

function readAll(bytes: Buffer): AnalyzedText[] {
  const reader = new AnalysisReader(bytes, new Vocabulary());
  const texts: AnalyzedText[] = [];
  while (!reader.isAtEnd) texts.push(reader.read());
  return texts;
}

const anyText = fc.oneof(
  fc.constantFrom(...SAMPLES, ''),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(fc.constantFrom('rent', 'der', 'les', '2018', 'A-1', '賃料', '\n', 'ı'), { maxLength: 300 })
    .map((words) => words.join(' ')),
);

test('stored words are read as they were analyzed, whatever the text', () => {
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1, maxLength: 8 }), (texts) => {
      const { written, bytes } = analyze(texts);
      expect(readAll(bytes)).toEqual(written);
    }),
    { numRuns: runCount(200) },
  );
});

test('damaged words are reported as damage, and never read without end', () => {
  const { bytes } = analyze(SAMPLES);
  const damagedBytes = fc.oneof(
    fc.nat(bytes.length - 1).map((length) => bytes.subarray(0, length)),
    fc.uint8Array({ maxLength: 200 }).map((random) => Buffer.from(random)),
    fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)).map(([at, value]) => {
      const changed = Buffer.from(bytes);
      changed[at] = value;
      return changed;
    }),
  );
  fc.assert(
    fc.property(damagedBytes, (changed) => {
      try {
        readAll(changed);
      } catch (error) {
        expect(error).toBeInstanceOf(DamagedIndexError);
      }
    }),
    { numRuns: runCount(500) },
  );
});

test('a change of the analysis has a version of its own', () => {
  const { bytes } = analyze(SAMPLES);
  // When this fails, increase ANALYSIS_VERSION: documents that were analyzed before must be analyzed again.
  const digest = createHash('sha256').update(bytes).digest('hex');
  expect([ANALYSIS_VERSION, digest]).toEqual([
    2,
    '21bbce058c82e21ebd979a4b3b5b270a3b582c4e412172051d882f2a8f3932db',
  ]);
});

import { createReadStream } from 'node:fs';
import { z } from 'zod';
import {
  type DocumentType,
  documentTypes,
  type Extraction,
  hasText,
} from '#server/engines/documents/blocks/document-text.ts';
import { documentTypeOfExtension } from '#server/engines/documents/extraction/detect-document-type.ts';
import { createTextExtractor } from '#server/engines/documents/extraction/extraction-pool.ts';
import {
  hasEvaluationData,
  type IngestFile,
  listIngestFiles,
  missingEvaluationData,
  readJsonLines,
} from '#server/testing/evaluation-data/evaluation-files.ts';

/** The result of an independent text extractor for a file. */
const reference = z.object({ file: z.string(), ref_ok: z.boolean(), terms: z.array(z.string()) });

type Sample = IngestFile & Pick<z.infer<typeof reference>, 'ref_ok' | 'terms'>;

const verbose = process.argv.includes('--verbose');

/** Compares the extracted text of real files with that of an independent tool: outcomes and term recall per type. */
export async function benchTextExtraction(): Promise<object[]> {
  if (!hasEvaluationData('ingest')) return [{ skipped: missingEvaluationData('ingest') }];
  const references = new Map(
    readJsonLines(reference, 'ingest', 'expected.jsonl').map((line) => [line.file, line]),
  );
  const samples = listIngestFiles().map((file) => ({
    ref_ok: false,
    terms: [],
    ...references.get(file.file),
    ...file,
  }));
  const extractor = createTextExtractor();
  const rows = [];
  for (const type of documentTypes)
    rows.push(
      await measureType(
        type,
        samples.filter(({ ext }) => documentTypeOfExtension(ext) === type),
        extractor,
      ),
    );
  await extractor.close();
  return rows;
}

async function measureType(
  type: DocumentType,
  samples: Sample[],
  extractor: ReturnType<typeof createTextExtractor>,
): Promise<object> {
  const counts = { indexed: 0, partly: 0, 'no-text': 0, protected: 0, damaged: 0, failed: 0 };
  const times: number[] = [];
  let found = 0;
  let terms = 0;
  for (const sample of samples) {
    const start = performance.now();
    const extraction = await extractor.extract({
      owner: 'bench',
      type,
      bytes: async () => createReadStream(sample.path),
    });
    times.push(performance.now() - start);
    counts[extraction.status] += 1;
    const missing =
      sample.ref_ok && sample.terms.length >= 5 ? missingTerms(extraction, sample.terms) : undefined;
    if (missing) {
      terms += sample.terms.length;
      found += sample.terms.length - missing.length;
    }
    if (verbose) printSample(sample, extraction, missing ?? []);
  }
  times.sort((a, b) => a - b);
  return {
    type,
    files: samples.length,
    ...counts,
    recall: terms === 0 ? null : Number((found / terms).toFixed(4)),
    'median ms': Math.round(times[times.length >> 1] ?? 0),
    'p95 ms': Math.round(times[Math.floor(times.length * 0.95)] ?? 0),
    'slowest ms': Math.round(times.at(-1) ?? 0),
  };
}

function missingTerms(extraction: Extraction, terms: string[]): string[] {
  if (!hasText(extraction)) return terms;
  const text = [extraction.title ?? '', ...extraction.blocks.map((block) => block.text)].join('\n');
  const words = new Set(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}\p{M}]+/gu),
  );
  return terms.filter((term) => !words.has(term.normalize('NFKC').toLowerCase()));
}

function printSample(sample: Sample, extraction: Extraction, missing: string[]): void {
  const outcome = hasText(extraction)
    ? `${extraction.status} ${extraction.blocks.length}`
    : `${extraction.status}: ${extraction.reasons.map(({ code }) => code).join()}`;
  const isExpected = sample.tags.every((tag) => tag === 'normal' || tag === 'multilingual');
  if (missing.length > 0 || extraction.status !== 'indexed' || !isExpected) {
    console.log(sample.file, sample.tags.join(), '|', outcome, '|', missing.join(' '));
  }
}

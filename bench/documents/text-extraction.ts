import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DocumentType,
  documentTypes,
  type Extraction,
  hasText,
} from '#server/engines/documents/blocks/document-text.ts';
import { documentTypeOfExtension } from '#server/engines/documents/extraction/document-type-of-extension.ts';
import { createTextExtractor } from '#server/engines/documents/extraction/text-extractor.ts';

/** Term recall against an independent tool's text, and what became of each file, on a folder of real files. */
interface Sample {
  file: string;
  ext: string;
  tags: string[];
  ref_ok: boolean;
  terms: string[];
}

const folder = join(process.env['EVALDATA_DIR'] ?? '../shared/evaldata', 'ingest');
const verbose = process.argv.includes('--verbose');

export async function benchTextExtraction(): Promise<object[]> {
  if (!existsSync(`${folder}/manifest.jsonl`)) {
    return [{ skipped: `there are no evaluation files in ${folder} (EVALDATA_DIR says where to look)` }];
  }
  const expected = new Map(readLines('expected.jsonl').map((sample) => [sample.file, sample]));
  const samples = readLines('manifest.jsonl').map((sample) => ({ ...expected.get(sample.file), ...sample }));
  const extractor = createTextExtractor();
  const table = [];
  for (const type of documentTypes)
    table.push(
      await measureType(
        type,
        samples.filter(({ ext }) => documentTypeOfExtension(ext) === type),
        extractor.extract,
      ),
    );
  await extractor.close();
  return table;
}

async function measureType(
  type: DocumentType,
  samples: Sample[],
  extract: ReturnType<typeof createTextExtractor>['extract'],
): Promise<object> {
  const counts = { indexed: 0, partly: 0, 'no-text': 0, protected: 0, damaged: 0, failed: 0 };
  const times: number[] = [];
  let found = 0;
  let terms = 0;
  for (const sample of samples) {
    const start = performance.now();
    const extraction = await extract(type, async () => createReadStream(`${folder}/${sample.file}`));
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
    : `${extraction.status}: ${extraction.reason}`;
  const isExpected = sample.tags.every((tag) => tag === 'normal' || tag === 'multilingual');
  if (missing.length > 0 || extraction.status !== 'indexed' || !isExpected) {
    console.log(sample.file, sample.tags.join(), '|', outcome, '|', missing.join(' '));
  }
}

function readLines(name: string): Sample[] {
  return readFileSync(`${folder}/${name}`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

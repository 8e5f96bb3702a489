import { availableParallelism, totalmem } from 'node:os';
import { chunkBlocks } from '#server/engines/search/analysis/chunk-blocks.ts';
import { hasEvaluationData } from '#server/testing/evaluation-data/evaluation-files.ts';
import { startPostgres } from '#server/testing/postgres/postgres-server.ts';
import {
  type ComparedEngine,
  type IndexedUnit,
  type SearchFunction,
  withFts5,
  withMiniSearch,
  withOrama,
  withPostgres,
} from './compared-engines.ts';
import type { Dataset } from './datasets/datasets.ts';
import { readPlainText } from './datasets/plain-text.ts';
import { indexDataset } from './evaluation/index-dataset.ts';
import { listConfidenceFigures } from './evaluation/measure-confidence.ts';
import { MAX_RESULTS, type QualityBenchmark, qualityBenchmarks } from './evaluation/quality-benchmarks.ts';
import { mean } from './evaluation/ranking-metrics.ts';

/** Creates the product's search: file names use the method that the server would choose, everything else is hybrid. */
function createOwnSearch({ name }: QualityBenchmark, collection: Dataset): SearchFunction {
  const answer = indexDataset(collection, name === 'names' ? undefined : 'hybrid');
  return async (question, limit) => {
    const places = answer(question).map(({ document, chunk: { start, end } }) => ({
      document,
      start,
      end,
    }));
    // A document has many passages: enough of them for as many documents.
    return places.take(10 * limit).toArray();
  };
}

/** Lists the units that the compared engines index: whole documents, or the passages of our chunker. */
function listUnits({ unit }: QualityBenchmark, { documents }: Dataset): IndexedUnit[] {
  return documents.flatMap(({ id, title, text, blocks }) =>
    unit === 'document'
      ? [{ document: id, title, text, start: 0, end: text.length }]
      : [...chunkBlocks(blocks ?? readPlainText(text).blocks)].map((chunk) => ({
          document: id,
          title,
          text: chunk.text,
          start: chunk.start,
          end: chunk.end,
        })),
  );
}

async function measure(
  { figures }: QualityBenchmark,
  { questions }: Dataset,
  ask: SearchFunction,
): Promise<string[]> {
  const values = figures.map((): number[] => []);
  for (const question of questions) {
    const places = await ask(question.text, MAX_RESULTS);
    for (const [at, { measure }] of figures.entries()) values[at]?.push(measure(question, places));
  }
  return values.map((each) => mean(each).toFixed(3));
}

async function measureBenchmark(
  set: QualityBenchmark,
  engines: Record<string, ComparedEngine>,
): Promise<object[]> {
  const collection = await set.read();
  const ours = await measure(set, collection, createOwnSearch(set, collection));
  const units = listUnits(set, collection);
  const others: [string, string[]][] = [];
  for (const [name, engine] of Object.entries(engines))
    others.push([name, await engine(units, (ask) => measure(set, collection, ask))]);
  return set.figures.map(({ name: figure, target, published = '' }, at) => ({
    set: set.name,
    figure,
    bar: target,
    ours: ours[at],
    published,
    ...Object.fromEntries(others.map(([name, values]) => [name, values[at]])),
  }));
}

/**
 * Measures every figure of search quality, for the sets that `wanted` names or all. Skips PostgreSQL where it is not installed.
 */
export async function benchSearchQuality(wanted: readonly string[]): Promise<object[]> {
  console.log(`${availableParallelism()} processors, ${Math.round(totalmem() / 1024 ** 3)} GB of memory`);
  const chosen = qualityBenchmarks.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const unknown = wanted.filter((word) => !qualityBenchmarks.some(({ name }) => name === word));
  if (unknown.length > 0)
    throw new Error(`The sets are ${qualityBenchmarks.map(({ name }) => name).join(', ')}.`);
  const postgres = await startPostgres().catch((error: Error) =>
    console.log(`No PostgreSQL: ${error.message}`),
  );
  const engines = {
    MiniSearch: withMiniSearch,
    Orama: withOrama,
    FTS5: withFts5,
    ...(postgres && { PostgreSQL: withPostgres(postgres.url) }),
  };
  try {
    const rows: object[] = [];
    for (const set of chosen) {
      if (hasEvaluationData(set.folder)) rows.push(...(await measureBenchmark(set, engines)));
      else rows.push({ set: set.name, figure: 'skipped: absent (EVALDATA_DIR says where to look)' });
    }
    return [...rows, ...listConfidenceFigures(wanted)];
  } finally {
    await postgres?.stop();
  }
}

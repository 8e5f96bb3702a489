import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chunkBlocks } from '#server/engines/search/analysis/chunk-blocks.ts';
import { openSearchServer } from '#server/engines/search/remote/search-server.ts';
import {
  openRemoteSearchEngine,
  openSearchEngine,
  type SearchEngine,
} from '#server/engines/search/search-engine.ts';
import { hasEvaluationData } from '#server/testing/evaluation-data/evaluation-files.ts';
import { type Dataset, readBeir, readSquad } from './datasets/datasets.ts';
import { readPlainText } from './datasets/plain-text.ts';
import { mean, ndcgAt } from './evaluation/ranking-metrics.ts';

const DATASETS: Record<string, { folder: string; read: () => Dataset }> = {
  scifact: { folder: 'scifact', read: () => readBeir('scifact') },
  xquad: { folder: 'xquad', read: () => readSquad('en') },
  'xquad-de': { folder: 'xquad', read: () => readSquad('de') },
};
const OPENING_LENGTH = 600;
const QUESTIONS = 200;
/** Documents of a set: those that answer, and the first of the others. */
const MAX_DOCUMENTS = 600;
const DEPTH = 10;
/** Half of the documents lie in each folder; questions are asked of all and of half. */
const FOLDERS = [1, 2];

interface Answers {
  ndcg: number[];
  found: number[][];
  confidences: number[];
  milliseconds: number[];
}

async function fill(index: SearchEngine, { documents }: Dataset): Promise<number> {
  const startedAt = performance.now();
  await index.claimFeed();
  for (const { id, title, text, blocks } of documents)
    await index.putDocument({
      ...{ id: id + 1, title, path: '', opening: text.slice(0, OPENING_LENGTH) },
      location: { folderId: FOLDERS[id % FOLDERS.length] ?? 1, ownerId: 1 },
      chunks: [...chunkBlocks(blocks ?? readPlainText(text).blocks)],
    });
  await index.setPosition(1);
  return (performance.now() - startedAt) / 1000;
}

async function ask(
  index: SearchEngine,
  questions: Dataset['questions'],
  folderIds: number[],
): Promise<Answers> {
  const answers: Answers = { ndcg: [], found: [], confidences: [], milliseconds: [] };
  for (const { text, judgments } of questions) {
    const startedAt = performance.now();
    const { hits, confidence } = await index.search({
      ...{ text, limit: 2 * DEPTH, method: 'hybrid' },
      accessFilter: { folderIds, rootOwnerId: null },
    });
    answers.milliseconds.push(performance.now() - startedAt);
    const found = [...new Set(hits.map(({ documentId }) => documentId - 1))].slice(0, DEPTH);
    answers.found.push(found);
    answers.confidences.push(confidence);
    answers.ndcg.push(ndcgAt(DEPTH, found, judgments));
  }
  return answers;
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor(share * (values.length - 1))] ?? 0;

function describe(engine: string, asked: string, answers: Answers, other: Answers): object {
  const share = (isSame: (at: number) => boolean) =>
    mean(answers.found.map((_, at) => Number(isSame(at)))).toFixed(3);
  return {
    ...{ engine, asked, 'nDCG@10': mean(answers.ndcg).toFixed(4) },
    'same first': share((at) => answers.found[at]?.[0] === other.found[at]?.[0]),
    'same ten': share((at) => answers.found[at]?.join() === other.found[at]?.join()),
    'mean |Δ confidence|': mean(
      answers.confidences.map((value, at) => Math.abs(value - (other.confidences[at] ?? 0))),
    ).toFixed(4),
    'p50 ms': percentile(answers.milliseconds, 0.5).toFixed(0),
    'p95 ms': percentile(answers.milliseconds, 0.95).toFixed(0),
  };
}

/** Compares the built-in index with OpenSearch on the same documents and questions. Needs TEST_SEARCH_URL. */
export async function benchSearchEngines(parts: readonly string[]): Promise<object[]> {
  const url = process.env['TEST_SEARCH_URL'];
  if (url === undefined) return [{ skipped: 'TEST_SEARCH_URL names no OpenSearch server' }];
  const rows: object[] = [];
  for (const [name, { folder, read }] of Object.entries(DATASETS)) {
    if (!hasEvaluationData(folder) || (parts.length > 0 && !parts.includes(name))) continue;
    const whole = read();
    const step = Math.max(1, Math.floor(whole.questions.length / QUESTIONS));
    const questions = whole.questions.filter((_, at) => at % step === 0);
    const judged = new Set(questions.flatMap(({ judgments }) => [...judgments.keys()]));
    const documents = [
      ...whole.documents.filter(({ id }) => judged.has(id)),
      ...whole.documents.filter(({ id }) => !judged.has(id)),
    ].slice(0, MAX_DOCUMENTS);
    const dataset = { ...whole, documents };
    const directory = mkdtempSync(path.join(tmpdir(), 'engines-'));
    const indexPrefix = `bench-${randomUUID()}`;
    const builtIn = openSearchEngine(path.join(directory, 'index.db'));
    const remote = openRemoteSearchEngine({ url, indexPrefix }, 'bench');
    const seconds = [await fill(builtIn, dataset), await fill(remote, dataset)];
    for (const [asked, folderIds] of [
      [`${name}, all`, FOLDERS],
      [`${name}, half`, FOLDERS.slice(0, 1)],
    ] as const) {
      const [own, theirs] = [
        await ask(builtIn, questions, [...folderIds]),
        await ask(remote, questions, [...folderIds]),
      ];
      rows.push(describe('built-in', asked, own, theirs), describe('OpenSearch', asked, theirs, own));
    }
    console.log(`${name}: filled in ${seconds.map((each) => each.toFixed(1)).join(' and ')} s`);
    await Promise.all([builtIn.close(), remote.close()]);
    const server = openSearchServer({ url, indexPrefix });
    await server.send('DELETE', `/${indexPrefix}-*`);
    server.close();
    rmSync(directory, { recursive: true });
  }
  return rows;
}

import { statSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { STOP_WORDS } from '#server/engines/search/analysis/stop-words.ts';
import { type IndexedDocument, openSearchEngine } from '#server/engines/search/search-engine.ts';
import { withTemporaryDirectory } from '../harness/bench-server.ts';
import { percentile } from '../harness/figures.ts';

type ReportFigure = (set: string, figure: string, value: number, bar: string) => void;

const DOCUMENT_COUNT = 5000;
const CHUNKS_PER_DOCUMENT = 20;
const FOLDER_COUNT = 200;
const SYLLABLES =
  'con tra ter min a tion pro per ty dis clo sure lia bil pay ment in dem ni fi cas ro del mar ven'.split(
    ' ',
  );
const VOCABULARY_SIZE = 60_000;

function createDocuments(): IndexedDocument[] {
  const text = createSyntheticText(1);
  return Array.from({ length: DOCUMENT_COUNT }, (_, id) => {
    let start = 0;
    const chunks = Array.from({ length: CHUNKS_PER_DOCUMENT }, (_, ordinal) => {
      const words = text.words(90).join(' ');
      const chunk = { ordinal, text: words, headings: '', start, end: start + words.length };
      start = chunk.end + 1;
      return chunk;
    });
    const opening = chunks[0]?.text ?? '';
    const location = { folderId: id % FOLDER_COUNT, ownerId: 1 };
    return {
      id,
      location,
      title: text.words(5).join(' '),
      path: `folder ${id % FOLDER_COUNT}`,
      opening,
      chunks,
    };
  });
}

type Index = ReturnType<typeof openSearchEngine>;

/** Returns a function that asks an index and returns the time until the answer, in milliseconds. */
function createAsk(index: Index): () => Promise<number> {
  const questions = createSyntheticText(2);
  const accessFilter = {
    folderIds: Array.from({ length: FOLDER_COUNT / 2 }, (_, at) => at * 2),
    rootOwnerId: null,
  };
  return async () => {
    const started = performance.now();
    const text = questions.words(12).join(' ');
    const method = index.chooseMethod(text);
    await index.search({ text, method, accessFilter, limit: 20 });
    return performance.now() - started;
  };
}

function reportTimes(report: ReportFigure, state: string, times: readonly number[]): void {
  report('speed', `query p50, ms, ${state}`, percentile(times, 0.5), '');
  report('speed', `query p95, ms, ${state}`, percentile(times, 0.95), '< 50');
  report('speed', `query p99, ms, ${state}`, percentile(times, 0.99), '');
}

async function measureBuild(report: ReportFigure, index: Index, ask: () => Promise<number>): Promise<void> {
  const documents = createDocuments();
  const size = documents.reduce(
    (sum, { chunks }) => sum + chunks.reduce((all, { text }) => all + text.length, 0),
    0,
  );
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const times: number[] = [];
  const started = performance.now();
  for (let at = 0; at < documents.length; at += 10) {
    const puts = Promise.all(documents.slice(at, at + 10).map((document) => index.putDocument(document)));
    times.push(await ask());
    await puts;
  }
  await index.setPosition(1);
  const seconds = (performance.now() - started) / 1000;
  delay.disable();
  report('speed', 'build, s for 80 MB of text', (seconds * 80e6) / size, '< 60');
  report('speed', 'server thread held up, ms, p99', delay.percentile(99) / 1e6, '< 10');
  reportTimes(report, 'during build', times);
}

async function measureQueries(report: ReportFigure, ask: () => Promise<number>): Promise<void> {
  const times: number[] = [];
  const used: number[] = [];
  const before = process.cpuUsage();
  for (let run = 0; run < 500; run++) {
    const start = process.cpuUsage();
    times.push(await ask());
    const { user, system } = process.cpuUsage(start);
    used.push((user + system) / 1000);
  }
  const { user, system } = process.cpuUsage(before);
  reportTimes(report, 'at rest', times);
  // Shows, beside the times above, how busy the machine was with other things.
  report('speed', 'processor time of a query, ms, mean', (user + system) / 1000 / times.length, '');
  report('speed', 'processor time of a query, ms, p50', percentile(used, 0.5), '');
  report('speed', 'processor time of a query, ms, p95', percentile(used, 0.95), '');
}

async function measureIndex(report: ReportFigure, file: string): Promise<void> {
  const index = openSearchEngine(file);
  const ask = createAsk(index);
  await measureBuild(report, index, ask);
  await measureQueries(report, ask);
  const { chunks } = await index.readStatistics();
  report('size', 'chunks', chunks, '');
  report('size', 'memory of the process, MB', process.memoryUsage.rss() / 1e6, '< 1000');
  report('size', 'index file, MB', statSync(file).size / 1e6, '');
  await index.close();
  const started = performance.now();
  const reopened = openSearchEngine(file);
  await reopened.readStatistics();
  report('speed', 'open, s', (performance.now() - started) / 1000, '');
  await reopened.close();
}

/** Measures the index at 100,000 passages, half of them permitted. */
export async function benchIndexCost(): Promise<object[]> {
  const rows: object[] = [];
  const report: ReportFigure = (set, figure, value, bar) =>
    rows.push({ set, figure, value: Number(value.toFixed(3)), bar });
  await withTemporaryDirectory((directory) => measureIndex(report, path.join(directory, 'index.db')));
  return rows;
}

/** Creates a Mulberry32 generator: the same text in every run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Creates text with the word frequencies of English: function words first, then invented words, by falling frequency. */
function createSyntheticText(seed: number): { words: (count: number) => string[] } {
  const random = createRandom(seed);
  const functionWords = [...STOP_WORDS];
  const content = Array.from({ length: VOCABULARY_SIZE }, (_, rank) => {
    const length = 2 + (rank % 3);
    const word = Array.from({ length }, () => SYLLABLES[Math.floor(random() * SYLLABLES.length)]).join('');
    return rank % 50 === 0 ? `${1900 + (rank % 200)}` : word;
  });
  const word = () => {
    if (random() < 0.45) return functionWords[Math.floor(functionWords.length * random() ** 3)] ?? '';
    return content[Math.floor(VOCABULARY_SIZE ** random()) - 1] ?? '';
  };
  return { words: (count) => Array.from({ length: count }, word) };
}

import { statSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { RankingMethod } from '#server/platform/index/ranking-weights.ts';
import { type IndexedDocument, openSearchIndex } from '#server/platform/index/search-index.ts';
import { createBelievableText } from './evaluation/believable-text.ts';
import { type Collection, readBeir, readLegal, readSquad } from './evaluation/collections.ts';
import { isPresent } from './evaluation/evaluation-files.ts';
import { indexCollection, type Match } from './evaluation/index-collection.ts';
import { mean, ndcgAt, recallAt, reciprocalRankAt } from './evaluation/metrics.ts';
import { withDirectory } from './room.ts';
import { percentile } from './table.ts';

type Report = (set: string, figure: string, value: number, bar: string) => void;

const deepest = 100;

function reportDocuments(
  report: Report,
  name: string,
  collection: Collection,
  bars: Record<string, string>,
  method: RankingMethod,
): void {
  const answer = indexCollection(collection, method);
  const figures = collection.questions.map(({ text, judgments }) => {
    const found = new Set<number>();
    for (const match of answer(text).matches) {
      found.add(match.document);
      if (found.size === deepest) break;
    }
    const ranked = [...found];
    return {
      'nDCG@10': ndcgAt(10, ranked, judgments),
      'MRR@10': reciprocalRankAt(10, ranked, judgments),
      'R@100': recallAt(100, ranked, judgments),
    };
  });
  for (const figure of ['nDCG@10', 'MRR@10', 'R@100'] as const) {
    const bar = method === 'hybrid' ? bars[figure] : undefined;
    report(name, `${figure}, ${method}`, mean(figures.map((each) => each[figure])), bar ?? '');
  }
}

function reportPassages(report: Report, name: string, collection: Collection, method: RankingMethod): void {
  const answer = indexCollection(collection, method);
  const figures = collection.questions.map(({ text, judgments, spans }) => {
    const hits = answer(text).matches.take(64).toArray();
    const covers = ({ document, chunk }: Match, span: (typeof spans)[number]) =>
      document === span.document && chunk.start < span.end && chunk.end > span.start;
    const ten = hits.slice(0, 10);
    return {
      hit1: Number(hits.slice(0, 1).some((hit) => spans.some((span) => covers(hit, span)))),
      hit10: Number(ten.some((hit) => spans.some((span) => covers(hit, span)))),
      recall: mean(spans.map((span) => Number(hits.some((hit) => covers(hit, span))))),
      missed: Number(!ten.some((hit) => judgments.has(hit.document))),
      foreign: mean(ten.map((hit) => Number(!judgments.has(hit.document)))),
    };
  });
  const average = (figure: keyof (typeof figures)[number]) => mean(figures.map((each) => each[figure]));
  const bar = (text: string) => (method === 'hybrid' ? text : '');
  report(name, `hit@1, ${method}`, average('hit1'), '');
  report(name, `hit@10, ${method}`, average('hit10'), bar('>= .63'));
  report(name, `R@64, ${method}`, average('recall'), bar('>= .78'));
  report(name, `right document not in top 10, ${method}`, average('missed'), bar('<= .07'));
  report(name, `chunks of other documents in top 10, ${method}`, average('foreign'), '');
}

type Quality = [set: string, measure: (report: Report, name: string, method: RankingMethod) => void];

const methods: readonly RankingMethod[] = ['hybrid', 'keyword', 'vector'];
const ofBeir = (set: string, bars: Record<string, string>): Quality => [
  set,
  (report, name, method) => reportDocuments(report, name, readBeir(name), bars, method),
];

const qualities: Quality[] = [
  ofBeir('scifact', { 'nDCG@10': '>= .695 (test split)', 'R@100': '>= .93' }),
  ofBeir('cranfield', { 'nDCG@10': '>= .41' }),
  ofBeir('cacm', { 'nDCG@10': '>= .53' }),
  ofBeir('npl', { 'nDCG@10': '>= .45' }),
  ['legalbenchrag', (report, name, method) => reportPassages(report, name, readLegal(), method)],
  ...['en', 'de', 'zh', 'ar'].map(
    (language): Quality => [
      'xquad',
      (report, _, method) =>
        reportDocuments(report, `xquad-${language}`, readSquad(language), { 'MRR@10': '>= .945' }, method),
    ],
  ),
];

const documentCount = 5000;
const chunksEach = 20;
const folderCount = 200;

function createDocuments(): IndexedDocument[] {
  const text = createBelievableText(1);
  return Array.from({ length: documentCount }, (_, id) => {
    let start = 0;
    const chunks = Array.from({ length: chunksEach }, (_, ordinal) => {
      const words = text.words(90).join(' ');
      const chunk = { ordinal, text: words, headings: '', start, end: start + words.length };
      start = chunk.end + 1;
      return chunk;
    });
    const head = chunks[0]?.text ?? '';
    const place = { folderId: id % folderCount, ownerId: 1 };
    return { id, place, title: text.words(5).join(' '), path: `folder ${id % folderCount}`, head, chunks };
  });
}

async function reportSpeed(report: Report, file: string): Promise<void> {
  const documents = createDocuments();
  const size = documents.reduce(
    (sum, { chunks }) => sum + chunks.reduce((all, { text }) => all + text.length, 0),
    0,
  );
  const questions = createBelievableText(2);
  const allowed = {
    folderIds: Array.from({ length: folderCount / 2 }, (_, at) => at * 2),
    rootOwnerId: null,
  };
  let index = openSearchIndex(file);
  const ask = async () => {
    const started = performance.now();
    await index.query({ text: questions.words(12).join(' '), allowed, limit: 20 });
    return performance.now() - started;
  };
  const reportTimes = (state: string, times: readonly number[]) => {
    report('speed', `query p50, ms, ${state}`, percentile(times, 0.5), '');
    report('speed', `query p95, ms, ${state}`, percentile(times, 0.95), '< 50');
    report('speed', `query p99, ms, ${state}`, percentile(times, 0.99), '');
  };

  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const duringBuild: number[] = [];
  const started = performance.now();
  for (let at = 0; at < documents.length; at += 10) {
    const puts = Promise.all(documents.slice(at, at + 10).map((document) => index.put(document)));
    duringBuild.push(await ask());
    await puts;
  }
  await index.advance(1);
  const seconds = (performance.now() - started) / 1000;
  delay.disable();
  report('speed', 'build, s for 80 MB of text', (seconds * 80e6) / size, '< 60');
  report('speed', 'server thread held up, ms, p99', delay.percentile(99) / 1e6, '< 10');
  reportTimes('during build', duringBuild);
  const times: number[] = [];
  const before = process.cpuUsage();
  for (let run = 0; run < 500; run++) times.push(await ask());
  const { user, system } = process.cpuUsage(before);
  reportTimes('at rest', times);
  // Beside the times above it shows how busy the machine was with other things.
  report('speed', 'processor time of a query, ms', (user + system) / 1000 / times.length, '');
  const { chunks } = await index.stats();
  report('size', 'chunks', chunks, '');
  report('size', 'memory of the process, MB', process.memoryUsage.rss() / 1e6, '< 1000');
  report('size', 'index file, MB', statSync(file).size / 1e6, '');
  await index.close();
  const reopened = performance.now();
  index = openSearchIndex(file);
  await index.stats();
  report('speed', 'open, s', (performance.now() - reopened) / 1000, '');
  await index.close();
}

/** How well each method ranks, hybrid beside its bars, and what a query costs. */
export async function benchSearchIndex(): Promise<object[]> {
  const rows: object[] = [];
  const report: Report = (set, figure, value, bar) =>
    rows.push({ set, figure, value: Number(value.toFixed(3)), bar });
  for (const [name, measure] of qualities) {
    if (isPresent(name)) for (const method of methods) measure(report, name, method);
    else
      rows.push({ set: name, figure: 'skipped: the collection is absent (EVALDATA_DIR says where to look)' });
  }
  await withDirectory((directory) => reportSpeed(report, path.join(directory, 'index.db')));
  return rows;
}

import { statSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type IndexedDocument, openSearchIndex } from '#server/engines/search/search-engine.ts';
import { createBelievableText } from './synthetic-text.ts';
import { withDirectory } from '../harness/bench-server.ts';
import { percentile } from '../harness/figures.ts';

type Report = (set: string, figure: string, value: number, bar: string) => void;

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

/** What the index costs at 100,000 passages, half of them permitted. */
export async function benchSearchIndex(): Promise<object[]> {
  const rows: object[] = [];
  const report: Report = (set, figure, value, bar) =>
    rows.push({ set, figure, value: Number(value.toFixed(3)), bar });
  await withDirectory((directory) => reportSpeed(report, path.join(directory, 'index.db')));
  return rows;
}

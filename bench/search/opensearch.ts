import { readFileSync } from 'node:fs';
import { openSearchServer, type SearchServer } from '#server/engines/search/remote/search-server.ts';
import {
  type AccessFilter,
  type IndexedDocument,
  openRemoteSearchEngine,
  type SearchEngine,
} from '#server/engines/search/search-engine.ts';
import { prepareOpenSearch, startOpenSearch } from '#server/testing/opensearch/start-opensearch.ts';
import { createContractText } from '../fixtures/contract-text.ts';
import { withTemporaryDirectory } from '../harness/bench-server.ts';
import { percentile } from '../harness/figures.ts';

const SIZES = [100_000];
const PASSAGES_PER_DOCUMENT = 30;
const FOLDERS = 1_000;
/** The feed of changes stores its position as often, so that what is sent is not held in memory. */
const DOCUMENTS_PER_POSITION = 100;
const DOCUMENTS_PER_LINE = 10_000;
const HEAP_MB = 4_096;
const CALLS = 60;
const PREFIX = 'bench';

/** Everything, half of the folders, and the folders of a small room. */
const READERS: Record<string, AccessFilter> = {
  administrator: { all: true },
  'reader of half': { folderIds: everyFolder(2), rootOwnerId: 1 },
  'reader of 10 folders': { folderIds: everyFolder(FOLDERS / 10), rootOwnerId: 1 },
};

function everyFolder(step: number): number[] {
  return Array.from({ length: FOLDERS / step }, (_, at) => 1 + at * step);
}

/**
 * Fills an index on an OpenSearch server of its own with contracts, through the engine that the feed of changes uses, and asks it
 * at each size; `npm run bench -- opensearch 1000000 3000000` chooses the sizes, in passages.
 */
export async function benchOpenSearch(parts: readonly string[]): Promise<object[]> {
  const missing = prepareOpenSearch();
  if (missing !== undefined) return [{ skipped: missing }];
  const chosen = parts.map(Number).filter((size) => size > 0);
  return withTemporaryDirectory(async (directory) => {
    const server = await startOpenSearch(directory, HEAP_MB);
    const settings = { url: server.url, indexPrefix: PREFIX };
    const engine = openRemoteSearchEngine(settings, 'bench');
    const requests = openSearchServer(settings);
    try {
      await engine.claimFeed();
      const rows: object[] = [];
      const contracts = createContractText(1);
      let from = 0;
      for (const size of (chosen.length > 0 ? chosen : SIZES).toSorted((a, b) => a - b)) {
        const documents = Math.ceil(size / PASSAGES_PER_DOCUMENT);
        const readProcessorMs = () => readProcessorTimes(server.process.pid ?? 0);
        const range = { from, to: documents };
        rows.push(await measureFilling({ engine, requests, contracts, readProcessorMs }, range));
        from = documents;
        rows.push(...(await measureCalls(engine, size, readProcessorMs)));
      }
      return rows;
    } finally {
      requests.close();
      await engine.close();
      await server.kill();
    }
  });
}

type Contracts = ReturnType<typeof createContractText>;

/** Processor time since the start, in ms; other work of the machine does not lengthen it. */
interface ProcessorTimes {
  readonly node: number;
  readonly opensearch: number;
}

const CLOCK_TICK_MS = 10;

function readProcessorTimes(pid: number): ProcessorTimes {
  const { user, system } = process.cpuUsage();
  // Reads what follows the name of the program, which may have spaces: proc_pid_stat(5).
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return {
    node: (user + system) / 1000,
    opensearch: CLOCK_TICK_MS * (Number(fields[11]) + Number(fields[12])),
  };
}

function describeProcessorTimes(before: ProcessorTimes, after: ProcessorTimes, calls: number): object {
  return {
    'node ms': Number(((after.node - before.node) / calls).toPrecision(3)),
    'OpenSearch ms': Number(((after.opensearch - before.opensearch) / calls).toPrecision(3)),
  };
}

interface Filling {
  readonly engine: SearchEngine;
  readonly requests: SearchServer;
  readonly contracts: Contracts;
  readonly readProcessorMs: () => ProcessorTimes;
}

/** Puts documents one after another; the processor time is that of a passage. */
async function measureFilling(
  { engine, requests, contracts, readProcessorMs }: Filling,
  { from, to }: { from: number; to: number },
): Promise<object> {
  const begun = performance.now();
  const before = readProcessorMs();
  for (let nth = from; nth < to; nth += 1) {
    await engine.putDocument(createDocument(nth, contracts));
    if ((nth + 1) % DOCUMENTS_PER_POSITION === 0) await engine.setPosition(nth + 1);
    if ((nth + 1) % DOCUMENTS_PER_LINE === 0)
      console.log(`${(nth + 1) * PASSAGES_PER_DOCUMENT} passages after ${seconds(begun)} s`);
  }
  await engine.setPosition(to);
  const passages = to * PASSAGES_PER_DOCUMENT;
  const filled = (to - from) * PASSAGES_PER_DOCUMENT;
  return {
    passages,
    call: 'fill',
    'passages/s': Math.round(filled / Number(seconds(begun))),
    ...describeProcessorTimes(before, readProcessorMs(), filled),
    'disk KB/passage': Number(((await readStoreBytes(requests)) / passages / 1024).toPrecision(3)),
  };
}

const seconds = (begun: number): string => ((performance.now() - begun) / 1000).toFixed(0);

function createDocument(nth: number, contracts: Contracts): IndexedDocument {
  let start = 0;
  const chunks = Array.from({ length: PASSAGES_PER_DOCUMENT }, (_, ordinal) => {
    const text = contracts.passage();
    const chunk = { ordinal, text, headings: '', start, end: start + text.length };
    start = chunk.end + 1;
    return chunk;
  });
  const folderId = 1 + (nth % FOLDERS);
  return {
    ...{ id: nth + 1, location: { folderId, ownerId: 1 }, title: contracts.title() },
    ...{ path: `Contracts ${folderId}`, opening: chunks[0]?.text ?? '', chunks },
  };
}

/** Returns the size on disk of all indexes, once what is being merged is merged. */
async function readStoreBytes(requests: SearchServer): Promise<number> {
  await requests.send('POST', '/_flush?wait_if_ongoing=true');
  const answer = await requests.send('GET', '/_stats/store');
  // The part of OpenSearch's answer that is read here.
  return (answer as { _all: { primaries: { store: { size_in_bytes: number } } } })._all.primaries.store
    .size_in_bytes;
}

async function measureCalls(
  engine: SearchEngine,
  passages: number,
  readProcessorMs: () => ProcessorTimes,
): Promise<object[]> {
  const rows: object[] = [];
  for (const [reader, accessFilter] of Object.entries(READERS)) {
    const contracts = createContractText(7);
    const search = async () => {
      const text = contracts.question();
      await engine.search({ text, accessFilter, limit: 20, method: engine.chooseMethod(text) });
    };
    const suggest = async () => {
      const text = contracts.title().slice(0, 12);
      await engine.suggestDocuments({ text, accessFilter, limit: 5 });
    };
    rows.push({ passages, call: `question, ${reader}`, ...(await measureCall(search, readProcessorMs)) });
    rows.push({ passages, call: `suggestion, ${reader}`, ...(await measureCall(suggest, readProcessorMs)) });
  }
  return rows;
}

async function measureCall(
  work: () => Promise<void>,
  readProcessorMs: () => ProcessorTimes,
): Promise<object> {
  for (let call = 0; call < 5; call += 1) await work();
  const before = readProcessorMs();
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return {
    'p50 ms': Number(percentile(times, 0.5).toPrecision(3)),
    'p95 ms': Number(percentile(times, 0.95).toPrecision(3)),
    ...describeProcessorTimes(before, readProcessorMs(), CALLS),
  };
}

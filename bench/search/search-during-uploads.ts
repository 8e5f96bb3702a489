import { openAsBlob, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import {
  evaluationPath,
  hasEvaluationData,
  readJsonLines,
} from '#server/testing/evaluation-data/evaluation-files.ts';
import { createContractText } from '../fixtures/contract-text.ts';
import { fillDatabase } from '../fixtures/filled-database.ts';
import { fillIndex } from '../fixtures/filled-index.ts';
import {
  type BenchServer,
  startBenchServer,
  withServer,
  withTemporaryDirectory,
} from '../harness/bench-server.ts';
import { type Figure, percentile } from '../harness/figures.ts';
import { createHttpClient } from '../harness/http-client.ts';

const DOCUMENT_COUNT = 200;
const CLIENT_COUNT = 16;
/** A browser tab sends this many at a time. */
const CONCURRENT_UPLOADS = 4;
const MAX_FILE_MB = 20;
const SAMPLE_INTERVAL_MS = 500;
/** Time that the clients search before the uploads begin; the startup is measured elsewhere. */
const WARM_UP_MS = 5_000;

const sample = z.object({ file: z.string() });

/** Pauses between a client's questions: that of people, who read what they find, and none, for the highest load. */
const PAUSES_MS = [1_000, 0];

/** Measures searches of 16 clients over 100,000 passages while 200 real files are uploaded. */
export async function benchSearchDuringUploads(): Promise<Figure[]> {
  if (!hasEvaluationData('ingest'))
    throw new Error('There are no files to upload (EVALDATA_DIR says where to look).');
  return withTemporaryDirectory(async (dataDir) => {
    const { administrator } = await fillDatabase(dataDir);
    await fillIndex(dataDir);
    // OCR would continue for minutes after the uploads where Tesseract is installed.
    return withServer(startBenchServer(dataDir, { TESSERACT_PATH: 'off' }), async (room) => {
      const figures: Figure[] = [];
      for (const pauseMs of PAUSES_MS) figures.push(...(await measure(room, administrator, pauseMs)));
      return figures;
    });
  });
}

interface Measured {
  times: number[];
  failures: unknown[];
  peakMemoryMb: number;
}

async function measure(room: BenchServer, cookie: string, pauseMs: number): Promise<Figure[]> {
  const files = readJsonLines(sample, 'ingest', 'manifest.jsonl')
    .map(({ file }) => evaluationPath('ingest', file))
    .filter((file) => statSync(file).size < MAX_FILE_MB * 1024 ** 2)
    .slice(0, DOCUMENT_COUNT);
  const measured: Measured = { times: [], failures: [], peakMemoryMb: 0 };
  const clients = await startClients(room, { cookie, pauseMs, measured });
  const upload = async () => {
    for (let file = files.pop(); file !== undefined; file = files.pop())
      await uploadFile(room.origin, cookie, file).catch((error: unknown) => measured.failures.push(error));
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: CONCURRENT_UPLOADS }, upload));
  const uploadedMs = performance.now() - begun;
  // The metrics have no number before they are first collected.
  while ((await room.pendingWork()) !== 0) await setTimeout(SAMPLE_INTERVAL_MS);
  const indexedMs = performance.now() - begun;
  await clients.stop();
  return toFigures(measured, { uploadedMs, indexedMs, pauseMs });
}

/** Starts the clients that search, and the measurement of memory; their times count once they have warmed up. */
async function startClients(
  room: BenchServer,
  { cookie, pauseMs, measured }: { cookie: string; pauseMs: number; measured: Measured },
): Promise<{ stop: () => Promise<void> }> {
  const contracts = createContractText(3);
  const query = () => `/api/search?query=${encodeURIComponent(contracts.question())}`;
  let isDone = false;
  let isCounted = false;
  const ask = async (_: unknown, client: number) => {
    // Spreads the clients over the pause.
    await setTimeout((pauseMs * client) / CLIENT_COUNT);
    const caller = createHttpClient(room.origin, cookie);
    while (!isDone) {
      const begun = performance.now();
      await caller.get(query()).catch((error: unknown) => measured.failures.push(error));
      if (isCounted) measured.times.push(performance.now() - begun);
      await setTimeout(pauseMs);
    }
    caller.close();
  };
  const watchMemory = async () => {
    while (!isDone) {
      measured.peakMemoryMb = Math.max(measured.peakMemoryMb, (await room.usage()).residentMb);
      await setTimeout(SAMPLE_INTERVAL_MS);
    }
  };
  // Waits until the index is loaded, which is not measured here.
  const first = createHttpClient(room.origin, cookie);
  await first.get(query());
  first.close();
  const meanwhile = [watchMemory(), ...Array.from({ length: CLIENT_COUNT }, ask)];
  await setTimeout(WARM_UP_MS);
  isCounted = true;
  return {
    async stop() {
      isDone = true;
      await Promise.all(meanwhile);
    },
  };
}

function toFigures(
  { times, failures, peakMemoryMb }: Measured,
  { uploadedMs, indexedMs, pauseMs }: { uploadedMs: number; indexedMs: number; pauseMs: number },
): Figure[] {
  if (failures.length > 0) console.log(`${failures.length} calls failed, the first with:`, failures[0]);
  const name = `a search of ${CLIENT_COUNT} clients meanwhile, ${pauseMs} ms apart`;
  return [
    { name: `${DOCUMENT_COUNT} documents uploaded`, value: uploadedMs / 1000, unit: 's' },
    { name: 'the last of them read and indexed', value: indexedMs / 1000, unit: 's' },
    { name: `${name}, p50`, value: percentile(times, 0.5), unit: 'ms' },
    { name: `${name}, p95`, value: percentile(times, 0.95), unit: 'ms', target: { atMost: 100 } },
    { name: 'searches answered', value: (times.length * 1000) / indexedMs, unit: 'calls/s' },
    { name: 'calls that failed', value: failures.length, unit: 'calls', target: { atMost: 0 } },
    { name: 'memory of the server at most', value: peakMemoryMb, unit: 'MB', target: { atMost: 1024 } },
  ];
}

async function uploadFile(origin: string, cookie: string, file: string): Promise<void> {
  const form = new FormData();
  form.set('folderId', '');
  form.set('file', await openAsBlob(file), path.basename(file));
  const answer = await fetch(`${origin}/api/files`, { method: 'POST', headers: { cookie }, body: form });
  if (answer.status !== 201)
    throw new Error(`the upload of ${path.basename(file)} answered ${answer.status}`);
  await answer.arrayBuffer();
}

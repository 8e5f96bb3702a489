import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startServer } from '#server/testing/start-server.ts';
import { type FilledDatabase, fillDatabase } from '../fixtures/filled-database.ts';
import {
  type BenchServer,
  measureCpuTime,
  startBenchServer,
  withServer,
  withTemporaryDirectory,
} from '../harness/bench-server.ts';
import type { Figure } from '../harness/figures.ts';
import { createHttpClient, type HttpClient } from '../harness/http-client.ts';
import { measureInRounds, type Percentiles } from '../harness/measure-rounds.ts';

const CALLS_PER_ROUND = 100;
const CONNECTIONS = 8;
const SECONDS = 5;

/** Measures lists of 1,000 of 100,000 files, compared with a plain Node server that sends the same bytes. */
export function benchFileList(): Promise<Figure[]> {
  return withTemporaryDirectory(async (dataDir) => {
    const accounts = await fillDatabase(dataDir);
    return withServer(startBenchServer(dataDir), (server) => measure(dataDir, server, accounts));
  });
}

async function measure(dataDir: string, server: BenchServer, accounts: FilledDatabase): Promise<Figure[]> {
  const { administrator, owner, collaborator, largestFolderId } = accounts;
  const path = `/api/files?folderId=${largestFolderId}`;
  const collaboratorClient = createHttpClient(server.origin, collaborator);
  const bytes = join(dataDir, 'list.json');
  await writeFile(bytes, await collaboratorClient.get(path));
  return withServer(
    startServer({ args: ['bench/harness/baseline-server.ts', 'memory', bytes] }),
    async (baseline) => {
      const administratorClient = createHttpClient(server.origin, administrator);
      const ownerClient = createHttpClient(server.origin, owner);
      const baselineClient = createHttpClient(baseline.origin);
      const times = await measureInRounds(
        {
          folder: () => collaboratorClient.get(path),
          machine: () => baselineClient.get('/'),
          allOfReader: () => collaboratorClient.get('/api/files'),
          allOfOwner: () => ownerClient.get('/api/files'),
          allOfAdministrator: () => administratorClient.get('/api/files'),
        },
        CALLS_PER_ROUND,
      );
      const processor = await measureCpuTime(server, CALLS_PER_ROUND, () => collaboratorClient.get(path));
      for (const client of [collaboratorClient, administratorClient, ownerClient, baselineClient])
        close(client);
      const at = (name: string, { p50, p95 }: Percentiles, target?: Figure['target']): Figure[] => [
        {
          name: `${name}, p50`,
          value: p50,
          unit: 'ms',
          baseline: times.machine.p50,
          ...(target && { target }),
        },
        { name: `${name}, p95`, value: p95, unit: 'ms', baseline: times.machine.p95 },
      ];
      return [
        ...at('a folder of 1,000 files', times.folder, { atMost: 5 }),
        { name: 'a folder of 1,000 files, processor time', value: processor, unit: 'ms' },
        ...(await measureConcurrent(server.origin + path, collaborator, baseline.origin)),
        ...at('all files (first 1,000), a collaborator on half', times.allOfReader),
        ...at('all files (first 1,000), the owner', times.allOfOwner),
        ...at('all files (first 1,000), an administrator', times.allOfAdministrator),
      ];
    },
  );
}

const close = (client: HttpClient): void => client.close();

/** Measures concurrent calls. autocannon counts whole milliseconds, too coarse for the latency of the baseline. */
async function measureConcurrent(url: string, cookie: string, plainUrl: string): Promise<Figure[]> {
  const load = { connections: CONNECTIONS, duration: SECONDS };
  const machine = await autocannon({ ...load, url: plainUrl });
  const ours = await autocannon({ ...load, url, headers: { cookie } });
  if (ours.non2xx > 0) throw new Error(`${ours.non2xx} of ${ours.requests.total} calls were refused`);
  const name = `the same, ${CONNECTIONS} concurrent`;
  return [
    { name: `${name}, p50`, value: ours.latency.p50, unit: 'ms' },
    { name: `${name}, p97.5`, value: ours.latency.p97_5, unit: 'ms' },
    { name, value: ours.requests.average, unit: 'calls/s', baseline: machine.requests.average },
  ];
}

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

/** Lists of 1,000 files in a room of 100,000, beside a bare Node server that has the same bytes ready. */
export function benchFileList(): Promise<Figure[]> {
  return withTemporaryDirectory(async (dataDir) => {
    const people = await fillDatabase(dataDir);
    return withServer(startBenchServer(dataDir), (room) => measure(dataDir, room, people));
  });
}

async function measure(dataDir: string, room: BenchServer, people: FilledDatabase): Promise<Figure[]> {
  const { administrator, owner, collaborator, largestFolderId } = people;
  const path = `/api/files?folderId=${largestFolderId}`;
  const asReader = createHttpClient(room.origin, collaborator);
  const bytes = join(dataDir, 'list.json');
  await writeFile(bytes, await asReader.get(path));
  return withServer(
    startServer({ args: ['bench/harness/baseline-server.ts', 'memory', bytes] }),
    async (plain) => {
      const asAdministrator = createHttpClient(room.origin, administrator);
      const asOwner = createHttpClient(room.origin, owner);
      const ofMachine = createHttpClient(plain.origin);
      const times = await measureInRounds(
        {
          folder: () => asReader.get(path),
          machine: () => ofMachine.get('/'),
          allOfReader: () => asReader.get('/api/files'),
          allOfOwner: () => asOwner.get('/api/files'),
          allOfAdministrator: () => asAdministrator.get('/api/files'),
        },
        CALLS_PER_ROUND,
      );
      const processor = await measureCpuTime(room, CALLS_PER_ROUND, () => asReader.get(path));
      for (const caller of [asReader, asAdministrator, asOwner, ofMachine]) close(caller);
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
        ...(await measureConcurrent(room.origin + path, collaborator, plain.origin)),
        ...at('all files (first 1,000), a reader of half', times.allOfReader),
        ...at('all files (first 1,000), their owner', times.allOfOwner),
        ...at('all files (first 1,000), an administrator', times.allOfAdministrator),
      ];
    },
  );
}

const close = (caller: HttpClient): void => caller.close();

/** Many at once, who wait for one another. autocannon counts whole milliseconds, too coarse for the bare server. */
async function measureConcurrent(url: string, cookie: string, plainUrl: string): Promise<Figure[]> {
  const load = { connections: CONNECTIONS, duration: SECONDS };
  const machine = await autocannon({ ...load, url: plainUrl });
  const ours = await autocannon({ ...load, url, headers: { cookie } });
  if (ours.non2xx > 0) throw new Error(`${ours.non2xx} of ${ours.requests.total} calls were refused`);
  const name = `the same, ${CONNECTIONS} at once`;
  return [
    { name: `${name}, p50`, value: ours.latency.p50, unit: 'ms' },
    { name: `${name}, p97.5`, value: ours.latency.p97_5, unit: 'ms' },
    { name, value: ours.requests.average, unit: 'calls/s', baseline: machine.requests.average },
  ];
}

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { type FilledRoom, fillRoom } from '../fixtures/filled-database.ts';
import { type Caller, createCaller } from '../harness/http-client.ts';
import { processorTime, type Room, startRoom, withDirectory, withServer } from '../harness/bench-server.ts';
import { type Times, timeInTurns } from '../harness/measure-rounds.ts';
import { startServer } from '../harness/server-process.ts';
import type { Figure } from '../harness/figures.ts';

const CALLS_A_ROUND = 100;
const CONNECTIONS = 8;
const SECONDS = 5;

/** Lists of 1,000 files in a room of 100,000, beside a bare Node server that has the same bytes ready. */
export function benchFileList(): Promise<Figure[]> {
  return withDirectory(async (dataDir) => {
    const people = await fillRoom(dataDir);
    return withServer(startRoom(dataDir), (room) => measure(dataDir, room, people));
  });
}

async function measure(dataDir: string, room: Room, people: FilledRoom): Promise<Figure[]> {
  const { administrator, owner, reader, largestFolderId } = people;
  const path = `/api/files?folderId=${largestFolderId}`;
  const asReader = createCaller(room.origin, reader);
  const bytes = join(dataDir, 'list.json');
  await writeFile(bytes, await asReader.get(path));
  return withServer(startServer(['bench/harness/baseline-server.ts', 'memory', bytes], {}), async (plain) => {
    const asAdministrator = createCaller(room.origin, administrator);
    const asOwner = createCaller(room.origin, owner);
    const ofMachine = createCaller(plain.origin);
    const times = await timeInTurns(
      {
        folder: () => asReader.get(path),
        machine: () => ofMachine.get('/'),
        allOfReader: () => asReader.get('/api/files'),
        allOfOwner: () => asOwner.get('/api/files'),
        allOfAdministrator: () => asAdministrator.get('/api/files'),
      },
      CALLS_A_ROUND,
    );
    const processor = await processorTime(room, CALLS_A_ROUND, () => asReader.get(path));
    for (const caller of [asReader, asAdministrator, asOwner, ofMachine]) close(caller);
    const at = (name: string, { p50, p95 }: Times, target?: Figure['target']): Figure[] => [
      { name: `${name}, p50`, value: p50, unit: 'ms', machine: times.machine.p50, ...(target && { target }) },
      { name: `${name}, p95`, value: p95, unit: 'ms', machine: times.machine.p95 },
    ];
    return [
      ...at('a folder of 1,000 files', times.folder, { atMost: 5 }),
      { name: 'a folder of 1,000 files, processor time', value: processor, unit: 'ms' },
      ...(await measureCrowd(room.origin + path, reader, plain.origin)),
      ...at('all files (first 1,000), a reader of half', times.allOfReader),
      ...at('all files (first 1,000), their owner', times.allOfOwner),
      ...at('all files (first 1,000), an administrator', times.allOfAdministrator),
    ];
  });
}

const close = (caller: Caller): void => caller.close();

/** Many at once, who wait for one another. autocannon counts whole milliseconds, too coarse for the bare server. */
async function measureCrowd(url: string, cookie: string, plainUrl: string): Promise<Figure[]> {
  const load = { connections: CONNECTIONS, duration: SECONDS };
  const machine = await autocannon({ ...load, url: plainUrl });
  const ours = await autocannon({ ...load, url, headers: { cookie } });
  if (ours.non2xx > 0) throw new Error(`${ours.non2xx} of ${ours.requests.total} calls were refused`);
  const name = `the same, ${CONNECTIONS} at once`;
  return [
    { name: `${name}, p50`, value: ours.latency.p50, unit: 'ms' },
    { name: `${name}, p97.5`, value: ours.latency.p97_5, unit: 'ms' },
    { name, value: ours.requests.average, unit: 'calls/s', machine: machine.requests.average },
  ];
}

import { createContractText } from '../fixtures/contract-text.ts';
import { fillDatabase } from '../fixtures/filled-database.ts';
import { fillIndex } from '../fixtures/filled-index.ts';
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

const CALLS_PER_ROUND = 200;
const CONCURRENT_USERS = 4;
const TYPED_CHARACTERS = 12;

/** Questions over 100,000 passages, asked by somebody who may see half of the folders. */
export function benchSearchRequests(): Promise<Figure[]> {
  return withTemporaryDirectory(async (dataDir) => {
    const { collaborator, administrator } = await fillDatabase(dataDir);
    await fillIndex(dataDir);
    return withServer(startBenchServer(dataDir), (room) => measure(room, collaborator, administrator));
  });
}

async function measure(room: BenchServer, reader: string, administrator: string): Promise<Figure[]> {
  const contracts = createContractText(3);
  const ask = (caller: HttpClient) =>
    caller.get(`/api/search?query=${encodeURIComponent(contracts.question())}`);
  const typed = () => encodeURIComponent(contracts.question().slice(0, TYPED_CHARACTERS));
  const readers = Array.from({ length: CONCURRENT_USERS }, () => createHttpClient(room.origin, reader));
  const [alone = createHttpClient(room.origin, reader)] = readers;
  const unbound = createHttpClient(room.origin, administrator);
  // An index that is empty or another room's answers fast and finds nothing.
  const { citations } = JSON.parse(String(await ask(alone)));
  if (citations.length === 0) throw new Error('The index does not hold the passages');
  const { residentMb: before } = await room.usage();
  const times = await measureInRounds(
    {
      alone: () => ask(alone),
      crowd: readers.map((reader) => () => ask(reader)),
      unbound: () => ask(unbound),
      typing: () => alone.get(`/api/search/suggestions?query=${typed()}`),
    },
    CALLS_PER_ROUND,
  );
  const processor = await measureCpuTime(room, CALLS_PER_ROUND, () => ask(alone));
  for (const caller of [...readers, unbound]) caller.close();
  const of = (name: string, { p50, p95, p99 }: Percentiles, atMost?: number): Figure[] => [
    { name: `${name}, p50`, value: p50, unit: 'ms' },
    { name: `${name}, p95`, value: p95, unit: 'ms', ...(atMost !== undefined && { target: { atMost } }) },
    { name: `${name}, p99`, value: p99, unit: 'ms' },
  ];
  return [
    ...of('a reader of half the folders', times.alone, 50),
    { name: 'a reader of half the folders, processor time', value: processor, unit: 'ms' },
    ...of(`${CONCURRENT_USERS} of them at once`, times.crowd),
    ...of('an administrator', times.unbound),
    ...of('suggestions for the reader of half', times.typing, 20),
    { name: 'memory of the server, index read', value: before, unit: 'MB' },
    {
      name: 'memory of the server, after the questions',
      value: (await room.usage()).residentMb,
      unit: 'MB',
      target: { atMost: 1024 },
    },
  ];
}

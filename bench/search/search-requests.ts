import { createContracts } from '../fixtures/contract-text.ts';
import { fillIndex } from '../fixtures/filled-index.ts';
import { fillRoom } from '../fixtures/filled-database.ts';
import { type Caller, createCaller } from '../harness/http-client.ts';
import { processorTime, type Room, startRoom, withDirectory, withServer } from '../harness/bench-server.ts';
import { type Times, timeInTurns } from '../harness/measure-rounds.ts';
import type { Figure } from '../harness/figures.ts';

const CALLS_A_ROUND = 200;
const AT_ONCE = 4;
const LETTERS_TYPED = 12;

/** Questions over 100,000 passages, asked by somebody who may see half of the folders. */
export function benchSearch(): Promise<Figure[]> {
  return withDirectory(async (dataDir) => {
    const { reader, administrator } = await fillRoom(dataDir);
    await fillIndex(dataDir);
    return withServer(startRoom(dataDir), (room) => measure(room, reader, administrator));
  });
}

async function measure(room: Room, reader: string, administrator: string): Promise<Figure[]> {
  const contracts = createContracts(3);
  const ask = (caller: Caller) => caller.get(`/api/search?query=${encodeURIComponent(contracts.question())}`);
  const typed = () => encodeURIComponent(contracts.question().slice(0, LETTERS_TYPED));
  const readers = Array.from({ length: AT_ONCE }, () => createCaller(room.origin, reader));
  const [alone = createCaller(room.origin, reader)] = readers;
  const unbound = createCaller(room.origin, administrator);
  // An index that is empty or another room's answers fast and finds nothing.
  const { citations } = JSON.parse(String(await ask(alone)));
  if (citations.length === 0) throw new Error('The index does not hold the passages');
  const { residentMb: before } = await room.usage();
  const times = await timeInTurns(
    {
      alone: () => ask(alone),
      crowd: readers.map((reader) => () => ask(reader)),
      unbound: () => ask(unbound),
      typing: () => alone.get(`/api/search/suggestions?query=${typed()}`),
    },
    CALLS_A_ROUND,
  );
  const processor = await processorTime(room, CALLS_A_ROUND, () => ask(alone));
  for (const caller of [...readers, unbound]) caller.close();
  const of = (name: string, { p50, p95, p99 }: Times, atMost?: number): Figure[] => [
    { name: `${name}, p50`, value: p50, unit: 'ms' },
    { name: `${name}, p95`, value: p95, unit: 'ms', ...(atMost !== undefined && { target: { atMost } }) },
    { name: `${name}, p99`, value: p99, unit: 'ms' },
  ];
  return [
    ...of('a reader of half the folders', times.alone, 50),
    { name: 'a reader of half the folders, processor time', value: processor, unit: 'ms' },
    ...of(`${AT_ONCE} of them at once`, times.crowd),
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

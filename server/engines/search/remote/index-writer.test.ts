import { expect, test } from 'vitest';
import { isUnavailable } from '#server/app/errors.ts';
import { createTestDocument as document } from '../testing/index-engines.ts';
import { IndexWriter } from './index-writer.ts';
import { type SearchServer, SearchServerError } from './search-server.ts';
import { WriterLease } from './writer-lease.ts';

type BulkLine = Record<string, unknown> & Partial<Record<'index' | 'delete', { _id: string }>>;

/** Creates a server that keeps records in memory, and fails after so many requests that write or while a shard is away. */
function createServer() {
  const records = new Map<string, unknown>();
  const state = { writesLeft: Number.POSITIVE_INFINITY, isShardAway: false };
  const write = (lines: readonly BulkLine[]) => {
    if (state.writesLeft <= 0) throw new SearchServerError('killed', 0);
    state.writesLeft -= 1;
    for (const [at, line] of lines.entries()) {
      if (line.index) records.set(line.index._id, lines[at + 1]);
      if (line.delete) records.delete(line.delete._id);
    }
    return { errors: false, items: [] };
  };
  const server: SearchServer = {
    async send(method, path, body) {
      if (method === 'PUT') return { _seq_no: 1, _primary_term: 1 };
      if (path.includes('/_bulk')) return write(body as readonly BulkLine[]); // the writer sends lines
      const { docs } = body as { docs: { _id: string }[] }; // an _mget request
      const error = { type: 'no_shard_available_action_exception', reason: null };
      if (state.isShardAway) return { docs: docs.map(({ _id }) => ({ _id, error })) };
      return { docs: docs.map(({ _id }) => ({ found: records.has(_id), _source: records.get(_id) })) };
    },
    async find(path) {
      const key = /_doc\/(\w+)/.exec(path)?.[1] ?? '';
      return records.has(key) ? { _source: records.get(key) } : undefined;
    },
    close: () => {},
  };
  return { server, records, state };
}

async function openWriter(server: SearchServer): Promise<IndexWriter> {
  const lease = new WriterLease(server, 'm-1', 'writer');
  await lease.claim();
  return new IndexWriter(server, 'm-1', lease);
}

/** Enough for five requests of passages. */
const MANY = Array.from({ length: 2_400 }, (_, at) => `Confidential passage ${at}`);

test('a document that is removed after its writing was interrupted leaves no passages', async () => {
  const { server, records, state } = createServer();
  const writer = await openWriter(server);
  state.writesLeft = 4;
  await expect(writer.put(document(7, MANY))).rejects.toThrow('killed');
  expect(records.size).toBe(2_000);
  // The removal itself is interrupted too, and repeated.
  state.writesLeft = 1;
  await expect(writer.remove(7)).rejects.toThrow('killed');
  expect(records.size).toBe(1_000);
  state.writesLeft = Number.POSITIVE_INFINITY;
  await writer.remove(7);
  expect([...records.keys()]).toEqual([]);
});

test('passages that the server cannot read are not taken for removed', async () => {
  const { server, records, state } = createServer();
  const writer = await openWriter(server);
  state.writesLeft = 1;
  await expect(writer.put(document(7, MANY))).rejects.toThrow('killed');
  Object.assign(state, { writesLeft: Number.POSITIVE_INFINITY, isShardAway: true });
  const embedded = { documentId: 7, versionKey: 1, position: 0, vector: new Float32Array([1, 0]) };
  for (const call of [() => writer.remove(7), () => writer.putEmbeddings('m', [embedded])]) {
    const error = await call().catch((reason: unknown) => reason);
    expect([String(error), isUnavailable(error)]).toEqual([expect.stringContaining('could not read'), true]);
  }
  state.isShardAway = false;
  await writer.remove(7);
  expect([...records.keys()]).toEqual([]);
});

test('a shorter text removes the passages of an interrupted longer one', async () => {
  const { server, records, state } = createServer();
  const writer = await openWriter(server);
  await writer.put(document(7, ['lease', 'rent']));
  state.writesLeft = 1;
  await expect(writer.put(document(7, MANY))).rejects.toThrow('killed');
  state.writesLeft = Number.POSITIVE_INFINITY;
  await writer.put(document(7, ['deed']));
  expect([...records.keys()].toSorted()).toEqual(['d7', 'p7:0']);
});

test('removing one document leaves the others', async () => {
  const { server, records } = createServer();
  const writer = await openWriter(server);
  await writer.put(document(7, ['lease']));
  await writer.put(document(77, ['rent']));
  await writer.remove(7);
  expect([...records.keys()].toSorted()).toEqual(['d77', 'p77:0']);
});

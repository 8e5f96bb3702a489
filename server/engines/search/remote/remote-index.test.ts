import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { isUnavailable } from '#server/app/errors.ts';
import type { SearchIndex } from '../search-types.ts';
import {
  createRemoteSettings,
  createTestDocument as document,
  TEST_SEARCH_URL,
} from '../testing/index-engines.ts';
import { createIndexBody, createMeta, writeAlias } from './index-mapping.ts';
import { openRemoteIndex } from './remote-index.ts';
import { createRemoteSearch } from './search-remotely.ts';
import { openSearchServer } from './search-server.ts';
import { WriterLease } from './writer-lease.ts';

const ALL = { accessFilter: { all: true }, limit: 10, method: 'keyword' } as const;
const found = async (index: SearchIndex, text: string) =>
  (await index.search({ ...ALL, text })).hits.map(({ documentId }) => documentId);

type Settings = ReturnType<typeof createRemoteSettings>;

function open(settings: Settings, installation = 'installation'): SearchIndex {
  const index = openRemoteIndex(settings, installation);
  onTestFinished(() => index.close());
  return index;
}

/** Makes the first index one that an earlier version has written; returns the server. */
async function markAsEarlierVersion(settings: Settings) {
  const server = openSearchServer(settings);
  onTestFinished(() => server.close());
  const meta = { product: 'muniment', installation: 'installation', records: 0, analysis: 1 };
  await server.send('PUT', `/${settings.indexPrefix}-1/_mapping`, { _meta: meta });
  return server;
}

test('a server that is away is an outage, not a failure', async () => {
  const index = openRemoteIndex({ url: 'http://127.0.0.1:9', indexPrefix: 'none' }, 'installation');
  const error = await index.readPosition().catch((reason: unknown) => reason);
  expect(isUnavailable(error)).toBe(true);
  await index.close();
});

describe.skipIf(TEST_SEARCH_URL === undefined)('on a real server', () => {
  test('one node writes; another takes over at once when it stops, and after a while when it dies', async () => {
    const settings = createRemoteSettings();
    const [first, second] = [open(settings), open(settings)];
    expect(await first.claimFeed()).toBe(true);
    expect(await second.claimFeed()).toBe(false);
    await first.putDocument(document(1, ['lease']));
    await first.setPosition(3);
    expect(await second.readPosition()).toBe(3);
    expect(await found(second, 'lease')).toEqual([1]);
    await expect(second.putDocument(document(2, ['rent']))).rejects.toThrow('Another node');
    await first.close();
    expect(await second.claimFeed()).toBe(true);

    const third = open(settings);
    expect(await third.claimFeed()).toBe(false);
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 20_000);
    onTestFinished(() => clock.mockRestore());
    expect(await third.claimFeed()).toBe(true);
    await third.putDocument(document(1, ['tenancy']));
    await third.setPosition(4);
    // The second node was only slow, and believes that it still writes.
    clock.mockReturnValue(now);
    await expect(second.putDocument(document(1, ['lease again']))).rejects.toThrow();
    await expect(second.setPosition(9)).rejects.toThrow();
    expect(await third.readPosition()).toBe(4);
    expect(await found(third, 'tenancy')).toEqual([1]);
    expect(await found(third, 'lease')).toEqual([]);
  });

  test('the index of another installation is refused and left as it is', async () => {
    const settings = createRemoteSettings();
    const index = open(settings);
    await index.putDocument(document(1, ['lease']));
    const other = open(settings, 'another installation');
    for (const call of [other.readPosition(), other.clear(), found(other, 'lease')])
      await expect(call).rejects.toThrow('SEARCH_INDEX_PREFIX');
    expect(await found(index, 'lease')).toEqual([1]);
  });

  test('an index of another version answers until the next one is complete', async () => {
    const settings = createRemoteSettings();
    const before = open(settings);
    await before.putDocument(document(1, ['lease']));
    await before.setPosition(8);
    await before.close();
    const server = await markAsEarlierVersion(settings);

    const index = open(settings);
    expect(await index.claimFeed()).toBe(true);
    expect(await index.readPosition()).toBe(0);
    await index.putDocument(document(1, ['lease and rent']));
    await index.setPosition(8);
    expect(await found(index, 'rent')).toEqual([]);
    expect(await found(index, 'lease')).toEqual([1]);
    await index.finishFeed();
    expect(await found(index, 'rent')).toEqual([1]);
    expect(await index.readPosition()).toBe(8);
    const names = await server.send('GET', `/_cat/indices/${settings.indexPrefix}*?format=json&h=index`);
    expect(names).toEqual([{ index: `${settings.indexPrefix}-2` }]);
    // A node that had opened the earlier index finds the next one.
    await index.close();
    expect(await open(settings).readPosition()).toBe(8);
  });

  test('a node takes over the next index after another one has completed it and stopped', async () => {
    const settings = createRemoteSettings();
    const before = open(settings);
    await before.putDocument(document(1, ['lease']));
    await before.close();
    await markAsEarlierVersion(settings);
    const [first, second] = [open(settings), open(settings)];
    expect([await first.claimFeed(), await second.claimFeed()]).toEqual([true, false]);
    await first.putDocument(document(1, ['rent']));
    await first.finishFeed();
    await first.close();
    expect(await second.claimFeed()).toBe(true);
    await second.finishFeed();
    await second.putDocument(document(2, ['rent']));
    expect((await found(second, 'rent')).toSorted()).toEqual([1, 2]);
  });

  test('an index that an earlier version began beside the one in use is removed once its node has stopped', async () => {
    const settings = createRemoteSettings();
    const [used, begun] = [`${settings.indexPrefix}-1`, `${settings.indexPrefix}-2`];
    const first = open(settings);
    await first.putDocument(document(1, ['lease']));
    await first.setPosition(1);
    const server = openSearchServer(settings);
    onTestFinished(() => server.close());
    const body = createIndexBody({ ...createMeta('installation'), records: 0 });
    await server.send('PUT', `/${begun}`, { ...body, aliases: { [writeAlias(begun)]: {} } });
    const lease = new WriterLease(server, begun, 'a node of the earlier version');
    const listIndexes = () =>
      server.send('GET', `/_cat/indices/${settings.indexPrefix}*?format=json&h=index&s=index`);
    await lease.claim();
    expect(await found(open(settings), 'lease')).toEqual([1]);
    expect(await listIndexes()).toEqual([{ index: used }, { index: begun }]);
    await lease.release();
    expect(await found(open(settings), 'lease')).toEqual([1]);
    expect(await listIndexes()).toEqual([{ index: used }]);
  });

  test('a node whose index was replaced by another one goes on with the new index', async () => {
    const settings = createRemoteSettings();
    const [first, second] = [open(settings), open(settings)];
    await first.putDocument(document(1, ['lease']));
    await first.setPosition(1);
    expect(await found(second, 'lease')).toEqual([1]);
    await first.clear();
    await first.close();
    expect(await found(second, 'lease')).toEqual([]);
    expect(await second.claimFeed().catch(() => false)).toBe(false);
    expect(await second.claimFeed()).toBe(true);
    await second.putDocument(document(2, ['rent']));
    expect(await found(second, 'rent')).toEqual([2]);
  });

  test('after an index was replaced, passages without vectors are listed from the first one on', async () => {
    const index = open(createRemoteSettings());
    await index.putDocument(document(1, ['lease', 'rent']));
    const after = (await index.listUnembedded('m', { versionKey: 0, position: 0 }, 10)).at(-1);
    expect(await index.listUnembedded('m', after ?? { versionKey: 0, position: 0 }, 10)).toEqual([]);
    await index.clear();
    await index.putDocument(document(2, ['deed']));
    const listed = await index.listUnembedded('m', after ?? { versionKey: 0, position: 0 }, 10);
    expect(listed.map(({ documentId }) => documentId)).toEqual([2]);
  });

  test('vectors that were computed for an index that was replaced meanwhile are not stored', async () => {
    const index = open(createRemoteSettings());
    await index.putDocument(document(1, ['lease']));
    const listed = await index.listUnembedded('m', { versionKey: 0, position: 0 }, 10);
    await index.clear();
    await index.putDocument(document(1, ['rent']));
    const late = listed.map(({ text: _, ...passage }) => ({ ...passage, vector: new Float32Array([1, 0]) }));
    await index.putEmbeddings('m', late);
    const missing = await index.listUnembedded('m', { versionKey: 0, position: 0 }, 10);
    expect(missing.map(({ versionKey, text }) => [versionKey, text])).toEqual([
      [listed[0]?.versionKey, 'rent'],
    ]);
  });

  test('a document that is indexed between the requests of a question does no harm', async () => {
    const settings = createRemoteSettings();
    const index = open(settings);
    const server = openSearchServer(settings);
    onTestFinished(() => server.close());
    await index.putDocument(document(1, ['agreement of the heron']));
    await index.setPosition(1);
    let requests = 0;
    const search = createRemoteSearch(
      {
        ...server,
        async send(...request) {
          requests += 1;
          // The first two count what there is, and the stems that occur.
          if (requests === 3) await index.putDocument(document(2, ['agreement of the heron, too']));
          if (requests === 3) await index.setPosition(2);
          return server.send(...request);
        },
      },
      settings.indexPrefix,
    );
    const { hits } = await search.search({ ...ALL, text: 'agreement heron' });
    expect(hits.map(({ documentId }) => documentId).sort()).toEqual([1, 2]);
  });

  test('an index that is gone is away, and made again', async () => {
    const settings = createRemoteSettings();
    const index = open(settings);
    const server = openSearchServer(settings);
    onTestFinished(() => server.close());
    await index.putDocument(document(1, ['lease']));
    await index.setPosition(1);
    expect(await found(index, 'lease')).toEqual([1]);
    await server.send('DELETE', `/${settings.indexPrefix}-1`);
    const error = await found(index, 'lease').catch((reason: unknown) => reason);
    expect(isUnavailable(error)).toBe(true);
    expect(await index.readPosition()).toBe(0);
    expect(await found(index, 'lease')).toEqual([]);
  });

  test('a table that goes beyond the best passages is read to its end', async () => {
    const index = open(createRemoteSettings());
    const rows = Array.from({ length: 60 }, (_, row) => `Supplier ${row}\t${1000 + row}`);
    const chunks = Array.from({ length: 12 }, (_, at) => rows.slice(5 * at, 5 * at + 5).join('\n')).map(
      (text, ordinal) => ({
        ...{
          ordinal,
          text: ordinal === 0 ? `Supplier\tAmount\n${text}` : text,
          headings: '',
          sheet: 'Orders',
        },
        ...{ start: ordinal * 1000, end: ordinal * 1000 + text.length },
      }),
    );
    await index.putDocument(document(1, [], { chunks, title: 'orders.xlsx' }));
    const results = await index.search({
      ...ALL,
      method: 'hybrid',
      text: 'What is the total amount of all suppliers?',
    });
    expect(results.hits[0]?.documentId).toBe(1);
  });
});

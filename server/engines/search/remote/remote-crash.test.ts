import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startOpenSearch } from '#server/testing/opensearch/start-opensearch.ts';
import { createTestDocument as document, TEST_SEARCH_URL } from '../testing/index-engines.ts';
import { openRemoteIndex } from './remote-index.ts';

const LAST = 120;

test.skipIf(TEST_SEARCH_URL === undefined)(
  'after the server was killed in the middle of the feed, applying it again from the position loses nothing',
  { timeout: 400_000, tags: ['full'] },
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'opensearch-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const first = await startOpenSearch(folder);
    onTestFinished(() => first.kill());
    const indexPrefix = 'crash';
    const before = openRemoteIndex({ url: first.url, indexPrefix }, 'installation');
    let acknowledged = 0;
    const feed = async (index: typeof before, from: number) => {
      for (let id = from + 1; id <= LAST; id++) {
        await index.putDocument(document(id, [`tariff${id} of the port`]));
        if (id % 10 === 0) await index.setPosition(id);
        if (id % 10 === 0) acknowledged = id;
        if (id === 45 && from === 0) void first.kill();
      }
    };
    await expect(feed(before, 0)).rejects.toThrow();
    await before.close().catch(() => {});
    expect(acknowledged).toBeGreaterThanOrEqual(40);

    const second = await startOpenSearch(folder);
    onTestFinished(() => second.kill());
    const index = openRemoteIndex({ url: second.url, indexPrefix }, 'installation');
    onTestFinished(() => index.close());
    const position = await index.readPosition();
    expect(position).toBe(acknowledged);
    // The writer that has died holds the index for a while.
    await expect.poll(() => index.claimFeed(), { timeout: 60_000, interval: 1_000 }).toBe(true);
    await feed(index, position);
    expect(await index.readStatistics()).toEqual({ documents: LAST, chunks: LAST });
    for (const id of [1, 40, 41, 45, 46, LAST]) {
      const query = {
        text: `tariff${id}`,
        accessFilter: { all: true },
        limit: 5,
        method: 'keyword',
      } as const;
      expect((await index.search(query)).hits.map(({ documentId }) => documentId)).toEqual([id]);
    }
  },
);

import { expect } from 'vitest';
import { insertBlob } from '#server/authorization/stored-objects/blob-rows.ts';
import type { Block } from '#server/engines/documents/document-engine.ts';
import { type TestApp, test } from '#server/testing/test-app.ts';
import { readBlocks, storeBlocks } from './stored-blocks.ts';

const blockOf = (text: string): Block => ({
  ...{ kind: 'paragraph', text, headings: ['Lease'], start: 0, end: text.length },
});

/** Stores the blocks and reads them again; returns the size of what was stored too. */
async function storeAndRead({ server: { services } }: TestApp, blocks: readonly Block[]) {
  const stored = await storeBlocks(services, blocks);
  await insertBlob(services.db, stored, { now: services.now() });
  return { size: stored.size, read: await Array.fromAsync(readBlocks(services, stored.key)) };
}

test('blocks are read as they were stored, few and many, small and large', async ({ testApp }) => {
  const words = Array.from({ length: 40_000 }, (_, at) => (at * 2_654_435_761).toString(36)).join(' ');
  for (const blocks of [
    [],
    [blockOf('The rent is due – on the 1st.\nÄ 株式会社')],
    Array.from({ length: 501 }, (_, at) => blockOf(`Clause ${at}`)),
    [blockOf(words), blockOf('end')],
    [{ ...blockOf('short'), headings: [words] }],
  ])
    expect((await storeAndRead(testApp, blocks)).read).toEqual(blocks);
});

test('a long text that takes little room when it is packed is read as it was stored', async ({ testApp }) => {
  const blocks = Array.from({ length: 1_000 }, () => blockOf('rent '.repeat(1_000)));
  const { size, read } = await storeAndRead(testApp, blocks);
  expect(size).toBeLessThan(64 * 1024);
  expect(read).toEqual(blocks);
});

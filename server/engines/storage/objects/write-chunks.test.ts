import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { writeChunks } from './write-chunks.ts';

const MEGABYTE = 1024 * 1024;

async function* failing(): AsyncGenerator<Buffer> {
  yield Buffer.alloc(MEGABYTE);
  throw new Error('The client is gone');
}

test('after its source failed, a write that is under way ends before the error is reported', async () => {
  const write = Promise.withResolvers<void>();
  let isSettled = false;
  const written = writeChunks(1, failing(), () => write.promise).finally(() => {
    isSettled = true;
  });
  written.catch(() => undefined);
  await nextTurn();
  await nextTurn();
  expect(isSettled).toBe(false);
  write.resolve();
  await expect(written).rejects.toThrow('The client is gone');
});

test('the error of the source is reported, also when the write under way fails after it', async () => {
  const write = Promise.withResolvers<void>();
  const written = writeChunks(1, failing(), () => write.promise);
  written.catch(() => undefined);
  await nextTurn();
  write.reject(new Error('The disk is full'));
  await expect(written).rejects.toThrow('The client is gone');
});

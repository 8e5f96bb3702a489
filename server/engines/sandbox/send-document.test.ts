import { Readable, Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { sendDocument } from './send-document.ts';

const open = async () => Readable.from([Buffer.alloc(100)]);

test('the end of a child stops its document, and is no failure of the source', async () => {
  const pipe = new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })),
  });
  pipe.on('error', () => {});
  expect(await sendDocument(pipe, open, new AbortController().signal)).toBe('stopped');
});

test('a source that fails rejects', async () => {
  const pipe = new Writable({ write: (_chunk, _encoding, done) => done() });
  const failing = async () =>
    Readable.from(
      (async function* () {
        yield Buffer.alloc(100);
        throw new Error('the store is unavailable');
      })(),
    );
  await expect(sendDocument(pipe, failing, new AbortController().signal)).rejects.toThrow(
    'the store is unavailable',
  );
});

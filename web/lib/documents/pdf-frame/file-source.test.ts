import { expect, test, vi } from 'vitest';
import { FileUnavailable, openFile } from './file-source.ts';

const BYTES = Uint8Array.from({ length: 600_000 }, (_, at) => at % 251);
const { signal } = new AbortController();

/** Answers as the server does: with a part of the bytes, or with all of them if another version was asked for. */
const createServer = (etag: { current: string }) =>
  vi.fn(async (_url: string, { headers }: RequestInit) => {
    const { range, 'if-range': expected } = headers as Record<string, string>; // set as a record
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    if (expected !== undefined && expected !== etag.current) return new Response(BYTES);
    const part = BYTES.slice(Number(first), Number(last) + 1);
    const contentRange = `bytes ${first}-${Number(first) + part.length - 1}/${BYTES.length}`;
    return new Response(part, {
      status: 206,
      headers: { 'content-range': contentRange, etag: etag.current },
    });
  });

test('the first bytes and the size come with one request, others on demand', async () => {
  const fetch = createServer({ current: '"a"' });
  const file = await openFile('/api/files/1/view', signal, fetch);
  expect([file.size, file.firstBytes.byteLength, fetch.mock.calls.length]).toEqual([600_000, 262_144, 1]);
  expect(new Uint8Array(await file.read(300_000, 300_004, signal))).toEqual(BYTES.slice(300_000, 300_004));
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/api/files/1/view', '/api/files/1/view']);
});

test('a file of which the server sends no parts is read at once', async () => {
  const file = await openFile('/x', signal, async () => new Response(BYTES.slice(0, 10)));
  expect([file.size, file.firstBytes.byteLength]).toEqual([10, 10]);
});

test('parts of a file that was replaced meanwhile are refused', async () => {
  const etag = { current: '"a"' };
  const file = await openFile('/x', signal, createServer(etag));
  etag.current = '"b"';
  await expect(file.read(0, 10, signal)).rejects.toMatchObject({ status: 412 });
});

test.each([401, 403, 404, 416, 500])('a refusal with status %i is passed on', async (status) => {
  await expect(openFile('/x', signal, async () => new Response(null, { status }))).rejects.toMatchObject({
    status,
  });
});

test('no response, and one without a size, is no file', async () => {
  const noResponse = () => Promise.reject(new TypeError('network'));
  const noSize = async () => new Response(BYTES.slice(0, 10), { status: 206 });
  for (const fetch of [noResponse, noSize])
    await expect(openFile('/x', signal, fetch)).rejects.toMatchObject({ status: undefined });
});

test('fewer bytes than asked for are refused', async () => {
  const file = await openFile('/x', signal, createServer({ current: '"a"' }));
  await expect(file.read(599_999, 600_001, signal)).rejects.toThrow(FileUnavailable);
});

import { afterEach, expect, test, vi } from 'vitest';
import { buildUrl, call, callAllPages, callKeepingAlive } from './call.ts';
import { callForEvents } from './call-for-events.ts';

const fetchMock = vi.fn<typeof fetch>();

function mockResponses(...answers: [body: string, headers?: Record<string, string>][]): void {
  for (const [body, headers = {}] of answers)
    fetchMock.mockResolvedValueOnce(new Response(body, { headers }));
  vi.stubGlobal('fetch', fetchMock);
}

afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

test('parameters are encoded into the path', () => {
  expect(buildUrl('GET /api/folders/:id', { params: { id: 7 } })).toBe('/api/folders/7');
  expect(buildUrl('GET /api/folders/:id', { params: { id: '../user?x' } })).toBe(
    '/api/folders/..%2Fuser%3Fx',
  );
});

test('a missing parameter throws instead of calling another path', () => {
  expect(() => buildUrl('GET /api/folders/:id', {})).toThrow('needs the parameter id');
});

test('the query holds the defined values, encoded', () => {
  expect(buildUrl('GET /api/folders', { query: { parentId: 'null', limit: undefined } })).toBe(
    '/api/folders?parentId=null',
  );
  expect(buildUrl('GET /api/folders', { query: { cursor: 'a&b=c' } })).toBe('/api/folders?cursor=a%26b%3Dc');
});

test('a call uses the method and path of its contract', async () => {
  mockResponses(['{"id":7}']);
  expect(await call('GET /api/folders/:id', { params: { id: 7 } })).toEqual({ id: 7 });
  expect(fetchMock).toHaveBeenCalledWith('/api/folders/7', expect.objectContaining({ method: 'GET' }));
});

test('a paginated list is returned completely and in order', async () => {
  mockResponses(['[{"id":1}]', { link: '</api/folders?cursor=1>; rel="next"' }], ['[{"id":2}]']);
  expect(await callAllPages('GET /api/folders', {})).toEqual([{ id: 1 }, { id: 2 }]);
  expect(fetchMock.mock.calls.map(([url]) => url)).toEqual(['/api/folders', '/api/folders?cursor=1']);
});

test('a paginated list fails if one of its pages fails', async () => {
  mockResponses(['[{"id":1}]', { link: '</api/folders?cursor=1>; rel="next"' }]);
  fetchMock.mockResolvedValueOnce(new Response('{"error":"no"}', { status: 500 }));
  await expect(callAllPages('GET /api/folders', {})).rejects.toThrow('500: no');
});

const streamAnswer = (signal = new AbortController().signal) =>
  Array.fromAsync(callForEvents('POST /api/search/answer', { body: { query: 'rent' } }, signal));

test('events are yielded one after another', async () => {
  mockResponses(['data: {"type":"text","text":"Fünf"}\n\ndata: {"type":"text","text":"."}\n\n']);
  expect(await streamAnswer()).toEqual([
    { type: 'text', text: 'Fünf' },
    { type: 'text', text: '.' },
  ]);
  expect(fetchMock).toHaveBeenCalledWith(
    '/api/search/answer',
    expect.objectContaining({ method: 'POST', body: '{"query":"rent"}' }),
  );
});

test('a call that outlives its page is sent with keepalive, and others are not', async () => {
  fetchMock.mockImplementation(async () => new Response('{}'));
  vi.stubGlobal('fetch', fetchMock);
  await callKeepingAlive('PATCH /api/user/preferences', { body: { tourSeen: true } });
  await call('PATCH /api/user/preferences', { body: { tourSeen: true } });
  expect(fetchMock.mock.calls.map(([, options]) => options?.keepalive)).toEqual([true, false]);
});

test('an error response to a stream throws an ApiError', async () => {
  fetchMock.mockResolvedValueOnce(new Response('{"error":"no","code":"forbidden"}', { status: 403 }));
  vi.stubGlobal('fetch', fetchMock);
  await expect(streamAnswer()).rejects.toMatchObject({ status: 403, code: 'forbidden' });
});

test('a broken connection is a network error, and an aborted one stays an abort', async () => {
  const failWith = (error: Error) => {
    const body = new ReadableStream({ start: (stream) => stream.error(error) });
    fetchMock.mockResolvedValueOnce(new Response(body));
    vi.stubGlobal('fetch', fetchMock);
  };
  failWith(new TypeError('network error'));
  await expect(streamAnswer()).rejects.toMatchObject({ status: 0, code: 'network' });
  failWith(new DOMException('left', 'AbortError'));
  await expect(streamAnswer()).rejects.toMatchObject({ name: 'AbortError' });
});

test('ending the iteration closes the connection', async () => {
  const closed = Promise.withResolvers<void>();
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode('data: {"type":"text","text":"a"}\n\n')),
    cancel: () => closed.resolve(),
  });
  fetchMock.mockResolvedValueOnce(new Response(body));
  vi.stubGlobal('fetch', fetchMock);
  const { signal } = new AbortController();
  for await (const _ of callForEvents('POST /api/search/answer', { body: { query: 'rent' } }, signal)) break;
  await closed.promise;
});

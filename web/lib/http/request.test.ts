import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { request } from './request.ts';

const fetchMock = vi.fn<typeof fetch>();

function mockResponse(body: string | null, init: ResponseInit = {}): void {
  fetchMock.mockResolvedValueOnce(new Response(body, init));
  vi.stubGlobal('fetch', fetchMock);
}

function getSentRequest(): RequestInit | undefined {
  return fetchMock.mock.lastCall?.[1];
}

async function catchError(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw new Error('the call did not fail with an ApiError');
  return error;
}

afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

test('a body is sent as JSON with same-origin credentials', async () => {
  mockResponse('{"id":7}');
  expect(await request('POST', '/api/folders', { body: { name: 'Deeds' } })).toEqual({ id: 7 });
  expect(getSentRequest()).toMatchObject({
    method: 'POST',
    credentials: 'same-origin',
    body: '{"name":"Deeds"}',
    headers: { 'content-type': 'application/json' },
  });
});

test('a request without a body has no content type', async () => {
  mockResponse('[]');
  await request('GET', '/api/files');
  expect(getSentRequest()?.headers).not.toHaveProperty('content-type');
  expect(getSentRequest()?.body).toBeNull();
});

test('FormData is sent unchanged, so that the browser sets its boundary', async () => {
  mockResponse('{}');
  const body = new FormData();
  await request('POST', '/api/files', { body });
  expect(getSentRequest()?.body).toBe(body);
  expect(getSentRequest()?.headers).not.toHaveProperty('content-type');
});

test('an empty response is undefined', async () => {
  mockResponse(null, { status: 204 });
  expect(await request('DELETE', '/api/files/1')).toBeUndefined();
});

test('an error response becomes an ApiError with status, code, fields and detail', async () => {
  const body = { error: 'This name is taken.', code: 'conflict', fields: { name: 'Taken', count: 3 } };
  mockResponse(JSON.stringify(body), { status: 409 });
  const error = await catchError(request('POST', '/api/folders', { body: {} }));
  expect(error).toMatchObject({
    message: '409: This name is taken.',
    detail: 'This name is taken.',
    status: 409,
    code: 'conflict',
    fields: { name: 'Taken' },
  });
});

test.each([
  ['a plain text', 'Slow down', 'Slow down'],
  ['a proxy’s page', '<html><h1>502</h1></html>', 'Bad Gateway'],
  ['an empty body', '', 'Bad Gateway'],
  ['JSON of another shape', '{"message":"no"}', 'Bad Gateway'],
  ['an error that is no text', '{"error":{"a":1}}', 'Bad Gateway'],
  ['JSON that is no object', 'null', 'Bad Gateway'],
  ['a very long text', 'x'.repeat(5000), 'Bad Gateway'],
])('an error response with %s has a detail', async (_kind, body, detail) => {
  mockResponse(body, { status: 502, statusText: 'Bad Gateway' });
  expect((await catchError(request('GET', '/api/files'))).detail).toBe(detail);
});

test('an HTML page instead of JSON throws an ApiError', async () => {
  mockResponse('<!doctype html>');
  expect((await catchError(request('GET', '/api/files'))).message).toMatch(/^200: /);
});

test('a network error has status 0', async () => {
  vi.stubGlobal('fetch', fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch')));
  expect(await catchError(request('GET', '/api/files'))).toMatchObject({ status: 0, code: 'network' });
});

test('an abort throws a DOMException', async () => {
  vi.stubGlobal('fetch', fetchMock.mockRejectedValueOnce(new DOMException('stopped', 'AbortError')));
  await expect(request('GET', '/api/files')).rejects.toThrow(DOMException);
});

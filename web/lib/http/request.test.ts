import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { request } from './request.ts';

const fetchMock = vi.fn<typeof fetch>();

function answerWith(body: string | null, init: ResponseInit = {}): void {
  fetchMock.mockResolvedValueOnce(new Response(body, init));
  vi.stubGlobal('fetch', fetchMock);
}

function sent(): RequestInit | undefined {
  return fetchMock.mock.lastCall?.[1];
}

async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await call.catch((reason: unknown) => reason);
  if (!(error instanceof ApiError)) throw new Error('the call did not fail with an ApiError');
  return error;
}

afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

test('a body goes as JSON, with the session of our own origin only', async () => {
  answerWith('{"id":7}');
  expect(await request('POST', '/api/folders', { body: { name: 'Deeds' } })).toEqual({ id: 7 });
  expect(sent()).toMatchObject({
    method: 'POST',
    credentials: 'same-origin',
    body: '{"name":"Deeds"}',
    headers: { 'content-type': 'application/json' },
  });
});

test('a call without a body names no content type', async () => {
  answerWith('[]');
  await request('GET', '/api/files');
  expect(sent()?.headers).not.toHaveProperty('content-type');
  expect(sent()?.body).toBeNull();
});

test('a form with a file goes untouched, so that the browser writes its boundary', async () => {
  answerWith('{}');
  const body = new FormData();
  await request('POST', '/api/files', { body });
  expect(sent()?.body).toBe(body);
  expect(sent()?.headers).not.toHaveProperty('content-type');
});

test('an empty answer is undefined', async () => {
  answerWith(null, { status: 204 });
  expect(await request('DELETE', '/api/files/1')).toBeUndefined();
});

test('a refusal carries status, code, fields and the sentence without the number', async () => {
  const body = { error: 'This name is taken.', code: 'conflict', fields: { name: 'Taken', count: 3 } };
  answerWith(JSON.stringify(body), { status: 409 });
  const error = await failureOf(request('POST', '/api/folders', { body: {} }));
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
])('a refusal with %s still has a sentence', async (_kind, body, sentence) => {
  answerWith(body, { status: 502, statusText: 'Bad Gateway' });
  expect((await failureOf(request('GET', '/api/files'))).detail).toBe(sentence);
});

test('a page in place of JSON is a failure, not data', async () => {
  answerWith('<!doctype html>');
  expect((await failureOf(request('GET', '/api/files'))).message).toMatch(/^200: /);
});

test('no answer at all is a failure with status 0', async () => {
  vi.stubGlobal('fetch', fetchMock.mockRejectedValueOnce(new TypeError('Failed to fetch')));
  expect(await failureOf(request('GET', '/api/files'))).toMatchObject({ status: 0, code: 'network' });
});

test('an abort stays an abort', async () => {
  vi.stubGlobal('fetch', fetchMock.mockRejectedValueOnce(new DOMException('stopped', 'AbortError')));
  await expect(request('GET', '/api/files')).rejects.toThrow(DOMException);
});

import { afterEach, expect, test, vi } from 'vitest';
import { call, callWholeList, urlOf } from './call.ts';

const fetchMock = vi.fn<typeof fetch>();

function answerWith(...answers: [body: string, headers?: Record<string, string>][]): void {
  for (const [body, headers = {}] of answers)
    fetchMock.mockResolvedValueOnce(new Response(body, { headers }));
  vi.stubGlobal('fetch', fetchMock);
}

afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

test('parameters go into the path, encoded', () => {
  expect(urlOf('GET /api/folders/:id', { params: { id: 7 } })).toBe('/api/folders/7');
  expect(urlOf('GET /api/folders/:id', { params: { id: '../user?x' } })).toBe('/api/folders/..%2Fuser%3Fx');
});

test('a missing parameter is a mistake of ours, not a call to another path', () => {
  expect(() => urlOf('GET /api/folders/:id', {})).toThrow('needs the parameter id');
});

test('the query holds what is set, encoded', () => {
  expect(urlOf('GET /api/folders', { query: { parentId: 'null', limit: undefined } })).toBe(
    '/api/folders?parentId=null',
  );
  expect(urlOf('GET /api/folders', { query: { cursor: 'a&b=c' } })).toBe('/api/folders?cursor=a%26b%3Dc');
});

test('a call uses the method and the path of its contract', async () => {
  answerWith(['{"id":7}']);
  expect(await call('GET /api/folders/:id', { params: { id: 7 } })).toEqual({ id: 7 });
  expect(fetchMock).toHaveBeenCalledWith('/api/folders/7', expect.objectContaining({ method: 'GET' }));
});

test('a list in pages comes whole and in order', async () => {
  answerWith(['[{"id":1}]', { link: '</api/folders?cursor=1>; rel="next"' }], ['[{"id":2}]']);
  expect(await callWholeList('GET /api/folders', {})).toEqual([{ id: 1 }, { id: 2 }]);
  expect(fetchMock.mock.calls.map(([url]) => url)).toEqual(['/api/folders', '/api/folders?cursor=1']);
});

test('a list whose later page fails comes not at all', async () => {
  answerWith(['[{"id":1}]', { link: '</api/folders?cursor=1>; rel="next"' }]);
  fetchMock.mockResolvedValueOnce(new Response('{"error":"no"}', { status: 500 }));
  await expect(callWholeList('GET /api/folders', {})).rejects.toThrow('500: no');
});

import { afterEach, expect, test, vi } from 'vitest';
import { fetchAllRows } from './paginated-call.ts';

const fetchMock = vi.fn<typeof fetch>();

afterEach(() => {
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

test('all rows are fetched in pages as large as the API allows', async () => {
  const next = { link: '</api/groups/7/members?limit=1000&cursor=1>; rel="next"' };
  fetchMock
    .mockResolvedValueOnce(new Response('[{"id":1}]', { headers: next }))
    .mockResolvedValueOnce(new Response('[{"id":2}]'));
  vi.stubGlobal('fetch', fetchMock);
  const rows = await fetchAllRows('GET /api/groups/:id/members', { limit: '100' }, { id: 7 });
  expect(rows).toEqual([{ id: 1 }, { id: 2 }]);
  expect(fetchMock.mock.calls.map(([url]) => url)).toEqual([
    '/api/groups/7/members?limit=1000',
    '/api/groups/7/members?limit=1000&cursor=1',
  ]);
});

test('rows of a list that was not searched to its end are refused', async () => {
  fetchMock.mockResolvedValueOnce(new Response('[{"id":1}]', { headers: { 'x-incomplete': 'true' } }));
  vi.stubGlobal('fetch', fetchMock);
  await expect(fetchAllRows('GET /api/trash', { q: 'lease' })).rejects.toThrow(
    'This list is too long to be searched to its end, so entries would be missing. Clear the filter to export it.',
  );
});

test('more rows than the browser holds are refused', async () => {
  const page = JSON.stringify(Array.from({ length: 1_000 }, (_, id) => ({ id })));
  const headers = { link: '</api/trash?cursor=1>; rel="next"' };
  fetchMock.mockImplementation(async () => new Response(page, { headers }));
  vi.stubGlobal('fetch', fetchMock);
  await expect(fetchAllRows('GET /api/trash', {})).rejects.toThrow(
    'More than 100,000 entries cannot be exported at once. Narrow the list first.',
  );
  expect(fetchMock).toHaveBeenCalledTimes(101);
});

import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { useUpdatePermissions } from './permissions-api.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

function renderUpdate() {
  const results: ReturnType<typeof useUpdatePermissions>[] = [];
  function Caller() {
    results.push(useUpdatePermissions(7));
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <Caller />
    </QueryClientProvider>,
  );
  const [update] = results;
  if (!update) throw new Error('The hook was not called.');
  return update;
}

test('levels on placeholders are set back one by one, and those that are gone are left out', async () => {
  const calls: [string, unknown][] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    calls.push([String(url), JSON.parse(body)]);
    return url.includes('/3/')
      ? Response.json({ error: 'The placeholder could not be found.', code: 'not-found' }, { status: 404 })
      : Response.json({ mayChange: true, levels: [] });
  });
  const placeholders = [
    { id: 3, groupId: 5, level: null },
    { id: 4, groupId: 5, level: 'none' as const },
  ];
  const rows = await renderUpdate().mutateAsync({ cells: [], draft: false, placeholders });
  expect(rows).toEqual([]);
  expect(calls).toEqual([
    ['/api/placeholders/3/levels', { levels: [{ groupId: 5, level: null }] }],
    ['/api/placeholders/4/levels', { levels: [{ groupId: 5, level: 'none' }] }],
  ]);
});

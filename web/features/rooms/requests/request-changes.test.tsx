import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { useRequestChanges } from './api.ts';

const ROOM_ID = 7;

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Deletes request 2 outside a page; returns which of what the page had loaded is asked for again. */
async function deleteRequest(status: number): Promise<Record<string, boolean | undefined>> {
  const body = status === 200 ? { success: true } : { error: 'It is archived.', code: 'conflict' };
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
  const client = createQueryClient();
  const keys = {
    list: ['rooms', ROOM_ID, 'requests', 'list'],
    deleted: ['rooms', ROOM_ID, 'requests', 2, 'suggestions', 'Leases'],
    other: ['rooms', ROOM_ID, 'requests', 3, 'suggestions', 'Permits'],
  };
  for (const queryKey of Object.values(keys)) client.setQueryData(queryKey, []);
  let remove: ((id: number) => Promise<unknown>) | undefined;
  function Caller() {
    remove = useRequestChanges(ROOM_ID).remove.mutateAsync;
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Caller />
    </QueryClientProvider>,
  );
  await remove?.(2).catch(() => undefined);
  const isAsked = Object.entries(keys).map(([name, queryKey]) => [
    name,
    client.getQueryState(queryKey)?.isInvalidated,
  ]);
  return Object.fromEntries(isAsked);
}

test('after a request was deleted, nothing of it is asked for again', async () => {
  expect(await deleteRequest(200)).toEqual({ list: true, deleted: false, other: true });
});

test('a request that could not be deleted is loaded again with the list', async () => {
  expect(await deleteRequest(409)).toEqual({ list: true, deleted: true, other: true });
});

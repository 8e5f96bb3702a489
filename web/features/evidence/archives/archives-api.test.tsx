import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { closingKey } from '#web/features/rooms/closing/closing-api.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { useCreateArchive, useDeleteArchive, useVerifyArchive } from './archives-api.ts';

const ROOM_ID = 7;
const archive = { id: 3, roomId: ROOM_ID };

afterEach(() => {
  vi.unstubAllGlobals();
});

function useChanges() {
  const create = useCreateArchive(ROOM_ID);
  const verify = useVerifyArchive(archive);
  const remove = useDeleteArchive(archive);
  return {
    create: () => create.mutateAsync({ scope: 'room' }),
    verify: () => verify.mutateAsync(),
    delete: () => remove.mutateAsync(),
  };
}

test.each(['create', 'verify', 'delete'] as const)(
  'to %s an archive has the list and the checklist of its room asked for again',
  async (change) => {
    vi.stubGlobal('fetch', async () => Response.json({ success: true }));
    const client = createQueryClient();
    const keys = [['room-archives', ROOM_ID], closingKey(ROOM_ID), closingKey(8)];
    for (const key of keys) client.setQueryData(key, {});
    let changes: ReturnType<typeof useChanges> | undefined;
    function Caller() {
      changes = useChanges();
      return null;
    }
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <Caller />
      </QueryClientProvider>,
    );
    await changes?.[change]();
    const areAsked = keys.map((key) => client.getQueryState(key)?.isInvalidated);
    expect(areAsked).toEqual([true, true, false]);
    client.clear();
  },
);

import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { Folder } from '#shared/contracts/folders.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import { useMoveFolder } from './api.ts';
import { folderKey } from './folder-cache.ts';
import { useRenameFolder } from './folder-changes.ts';

/** A folder as lists and changes contain it. */
const LISTED: Folder = {
  id: 8,
  name: 'Finance',
  parentId: 7,
  ownerId: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
  accessLevel: 'owner',
};
const DETAIL: Folder = { ...LISTED, number: '1.2', hasFrozenNumbers: true, roomState: 'open' };

afterEach(() => {
  vi.unstubAllGlobals();
});

interface Change {
  rename: ReturnType<typeof useRenameFolder>;
  move: ReturnType<typeof useMoveFolder>;
}

/** Changes a folder whose page is open, and returns its details then, and whether they are asked for again. */
async function changeOpenFolder(answer: Response, change: (hooks: Change) => Promise<unknown>) {
  vi.stubGlobal('fetch', async () => answer);
  const client = createQueryClient();
  client.setQueryData(folderKey(LISTED.id), DETAIL);
  const hooks: Change[] = [];
  function Caller() {
    hooks.push({ rename: useRenameFolder(), move: useMoveFolder() });
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Caller />
    </QueryClientProvider>,
  );
  const [first] = hooks;
  if (first) await change(first).catch(() => undefined);
  const { data, isInvalidated } = client.getQueryState<Folder>(folderKey(LISTED.id)) ?? {};
  return { data, isInvalidated };
}

test('a folder that is renamed keeps its number and the state of its room, and is asked for again', async () => {
  const renamed = { ...LISTED, name: 'Tax' };
  const rename = ({ rename: { mutateAsync } }: Change) => mutateAsync({ folder: DETAIL, name: 'Tax' });
  expect(await changeOpenFolder(Response.json(renamed), rename)).toEqual({
    data: { ...DETAIL, name: 'Tax' },
    isInvalidated: true,
  });
});

test('a folder that could not be moved is as before, and is asked for again', async () => {
  const refusal = Response.json({ error: 'It is archived.', code: 'conflict' }, { status: 409 });
  const move = ({ move: { mutateAsync } }: Change) => mutateAsync({ folder: LISTED, parentId: null });
  expect(await changeOpenFolder(refusal, move)).toEqual({ data: DETAIL, isInvalidated: true });
});

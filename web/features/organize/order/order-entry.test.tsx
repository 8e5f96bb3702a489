import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { folderFilesKey } from '#web/features/files/file-cache.ts';
import { createQueryClient } from '#web/lib/http/query-client.ts';
import type { IndexEntry } from './index-order.ts';
import { useOrderEntry } from './order-entry.ts';

const FOLDER_ID = 7;
const file = (id: number, number: string): IndexEntry => ({ kind: 'file', id, number });

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Moves file 13 to the top and then file 12 outside a page, and returns the numbers once both calls are answered. */
async function moveTwice(answers: readonly (() => Response)[]) {
  const left = [...answers];
  const bothMoved = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async () => {
    await bothMoved.promise;
    return left.shift()?.();
  });
  const client = createQueryClient();
  const key = folderFilesKey(FOLDER_ID);
  client.setQueryData<readonly IndexEntry[]>(key, [file(11, '1.1'), file(12, '1.2'), file(13, '1.3')]);
  let move: ReturnType<typeof useOrderEntry>['mutate'] | undefined;
  function Caller() {
    move = useOrderEntry(FOLDER_ID).mutate;
    return null;
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Caller />
    </QueryClientProvider>,
  );
  const shown = () => (client.getQueryData<readonly IndexEntry[]>(key) ?? []).toSorted(byNumber);
  const toTop = (id: number) => {
    const entries = shown();
    const moved = entries.find((entry) => entry.id === id);
    if (moved) move?.({ entries, moved, before: entries[0] ?? null });
  };
  toTop(13);
  await expect.poll(() => shown().map(({ id }) => id)).toEqual([13, 11, 12]);
  toTop(12);
  await expect.poll(() => shown().map(({ id }) => id)).toEqual([12, 13, 11]);
  bothMoved.resolve();
  await expect.poll(() => client.isMutating()).toBe(0);
  return shown().map(({ id }) => id);
}

const byNumber = (one: IndexEntry, other: IndexEntry): number => one.number.localeCompare(other.number);
const stored = () => Response.json([]);
const offline = (): Response => {
  throw new TypeError('Failed to fetch');
};

test('moves that were not stored are taken back, also where the list cannot be read again', async () => {
  expect(await moveTwice([offline, offline])).toEqual([11, 12, 13]);
});

test('a move that was not stored leaves the one before it as it is', async () => {
  expect(await moveTwice([stored, offline])).toEqual([13, 11, 12]);
});

test('stored moves stay', async () => {
  expect(await moveTwice([stored, stored])).toEqual([12, 13, 11]);
});

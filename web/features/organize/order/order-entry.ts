import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { File } from '#shared/contracts/files.ts';
import type { Folder } from '#shared/contracts/folders.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { folderFilesKey } from '#web/features/files/file-cache.ts';
import { FOLDER_TREE_KEY, subfoldersKey } from '#web/features/folders/folder-cache.ts';
import { call } from '#web/lib/http/call.ts';
import { type IndexEntry, renumber } from './index-order.ts';

interface Move {
  entries: readonly IndexEntry[];
  moved: IndexEntry;
  before: IndexEntry | null;
}

const keyOf = ({ kind, id }: IndexEntry) => ({ kind, id });

/** Moves an entry in the order of its folder; the new numbers are shown at once. */
export function useOrderEntry(folderId: number) {
  const client = useQueryClient();
  const [announcement, setAnnouncement] = useState('');
  /** The moves that are not stored yet, each with the entries before it. */
  const unsaved = useRef(new Map<Move, readonly IndexEntry[]>());
  const { mutate } = useMutation({
    mutationFn: ({ moved, before }: Move) =>
      call('PATCH /api/folders/:id/order', {
        params: { id: folderId },
        body: { ...keyOf(moved), before: before && keyOf(before) },
      }),
    // Moves that follow one another are stored in their order.
    scope: { id: `order-${folderId}` },
    onMutate: (move) => {
      const { entries, moved, before } = move;
      unsaved.current.set(move, entries);
      const numbers = renumber(entries, moved, before);
      setCachedNumbers(client, folderId, numbers);
      setAnnouncement(`Moved to ${numbers.get(`${moved.kind}-${moved.id}`)}`);
    },
    onError: (error, move) => {
      toastError('Failed to change the order', error);
      const stored = unsaved.current.get(move) ?? move.entries;
      // Moves that follow began with the one that failed.
      for (const later of unsaved.current.keys()) unsaved.current.set(later, stored);
      setCachedNumbers(client, folderId, numbersOf(stored));
      setAnnouncement('');
    },
    onSettled: (_order, _error, move) => {
      unsaved.current.delete(move);
      return Promise.all(
        [subfoldersKey(folderId), folderFilesKey(folderId), FOLDER_TREE_KEY].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      );
    },
  });
  return { mutate, announcement };
}

const numbersOf = (entries: readonly IndexEntry[]) =>
  new Map(entries.map(({ kind, id, number }) => [`${kind}-${id}`, number]));

function setCachedNumbers(client: QueryClient, folderId: number, numbers: ReadonlyMap<string, string>): void {
  const withNumbers =
    (kind: IndexEntry['kind']) =>
    <Entry extends Folder | File>(list: readonly Entry[] | undefined) =>
      list?.map((entry) => {
        const number = numbers.get(`${kind}-${entry.id}`);
        return number === undefined ? entry : { ...entry, number };
      });
  client.setQueryData<readonly Folder[]>(subfoldersKey(folderId), withNumbers('folder'));
  client.setQueryData<readonly Folder[]>(FOLDER_TREE_KEY, withNumbers('folder'));
  client.setQueryData<readonly File[]>(folderFilesKey(folderId), withNumbers('file'));
}

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Entry } from '#shared/contracts/rooms/order.ts';
import { FOLDER_TREE_KEY, subfoldersKey } from '#web/features/folders/folder-cache.ts';
import { changedSince } from '#web/lib/forms/edits.ts';
import { call, callAllPages } from '#web/lib/http/call.ts';

export type Line<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;

const linesKey = (folderId: number) => ['folders', 'lines', folderId] as const;

/** Fetches the lines of one kind of a folder in a room; `version` changes whenever the folder does. */
export function useLines<Kind extends Entry['kind']>(folderId: number, kind: Kind, version: string) {
  return useQuery({
    queryKey: [...linesKey(folderId), kind, version],
    queryFn: async ({ signal }) => {
      const entries = await callAllPages('GET /api/folders/:id/entries', { kind }, signal, { id: folderId });
      return entries.filter((entry): entry is Line<Kind> => entry.kind === kind);
    },
    placeholderData: keepPreviousData,
  });
}

export interface PlaceholderFields {
  name: string;
  responsibleName: string | null;
  dueAt: string | null;
}

/** Adds a placeholder to a folder, or changes what was edited of one. */
export function useSavePlaceholder(folderId: number, id: number | undefined, opened: PlaceholderFields) {
  const refresh = useRefreshNumbers(folderId);
  return useMutation({
    mutationFn: (fields: PlaceholderFields) =>
      id === undefined
        ? call('POST /api/folders/:id/placeholders', { params: { id: folderId }, body: fields })
        : call('PATCH /api/placeholders/:id', { params: { id }, body: changedSince(opened, fields) }),
    onSuccess: refresh,
  });
}

export function useDeletePlaceholder(folderId: number) {
  const refresh = useRefreshNumbers(folderId);
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/placeholders/:id', { params: { id } }),
    onSettled: refresh,
  });
}

/** Returns a function that reads everything again whose number may have changed with a placeholder. */
function useRefreshNumbers(folderId: number) {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [linesKey(folderId), subfoldersKey(folderId), ['files'], FOLDER_TREE_KEY].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}

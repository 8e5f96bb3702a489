import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { ChangedCell, copyPermissions, PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { compareEntryNumbers } from '#shared/domain/rooms/entry-number.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { roomsQuery } from '#web/features/folders/copies/rooms-query.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { call, callPage } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/**
 * The permissions of the folders and files in a folder of a room, in the order of its index. They are read again when the folder
 * is opened again, not while it is open: rows do not move while somebody sets them.
 */
export const permissionsQuery = (roomId: number, folderId: number) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'permissions', folderId],
    refetchOnMount: 'always',
    async queryFn({ signal }) {
      const address = { params: { id: roomId }, query: { folderId: String(folderId) } };
      const rows: PermissionRow[] = [];
      let url: string | null = null;
      do {
        const page: { result: PermissionRow[]; next: string | null } = await callPage(
          'GET /api/rooms/:id/permissions',
          address,
          url,
          signal,
        );
        rows.push(...page.result);
        url = page.next;
      } while (url !== null);
      return rows.toSorted((one, other) => compareEntryNumbers(one.number, other.number));
    },
  });

/** Explains what decides what a group may do with a folder or file. */
export const whyQuery = (
  roomId: number,
  { kind, id, groupId }: { kind: PermissionRow['kind']; id: number; groupId: number },
) =>
  queryOptions({
    queryKey: ['rooms', roomId, 'why', kind, id, groupId],
    queryFn: ({ signal }) =>
      call(
        'GET /api/rooms/:id/permissions/why',
        { params: { id: roomId }, query: { kind, id: String(id), groupId: String(groupId) } },
        signal,
      ),
  });

export type CopyResult = ResultOf<typeof copyPermissions>;

/** Gives a group all levels of another, at once or as drafts; returns what was changed as it was. */
export function useCopyPermissions(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { fromGroupId: number; toGroupId: number; draft?: boolean }) =>
      call('POST /api/rooms/:id/permissions/copy', { params: { id: roomId }, body }),
    onSuccess: ({ undo, drafts = 0, placeholders = [] }) =>
      toast({
        title:
          drafts > 0
            ? 'The copied column is a draft'
            : undo.length + placeholders.length === 0
              ? 'Both groups have the same levels'
              : 'The column is copied',
        variant: 'success',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: roomsQuery.queryKey }),
    onError: (error) => toastError('Failed to copy the column', error),
  });
}

interface Changes {
  cells: readonly ChangedCell[];
  draft: boolean;
  placeholders?: CopyResult['placeholders'];
}

/** A placeholder may be removed or replaced meanwhile. */
function ignoreNotFound(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

/** Sets cells of the grid and levels of placeholders, and shows the new state also when they were changed by somebody else. */
export function useUpdatePermissions(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ cells, draft, placeholders = [] }: Changes): Promise<PermissionRow[]> {
      const params = { id: roomId };
      const rows =
        cells.length === 0
          ? []
          : await call('PATCH /api/rooms/:id/permissions', { params, body: { cells: [...cells], draft } });
      for (const { id, groupId, level } of placeholders) {
        const body = { levels: [{ groupId, level }] };
        await call('PUT /api/placeholders/:id/levels', { params: { id }, body }).catch(ignoreNotFound);
      }
      return rows;
    },
    onSuccess: (_rows, { draft }) =>
      draft && toast({ title: 'The permission is a draft', variant: 'success' }),
    onSettled: () => client.invalidateQueries({ queryKey: roomsQuery.queryKey }),
    onError: (error) => toastError('Failed to change permissions', error),
  });
}

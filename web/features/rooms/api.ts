import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { GroupMember } from '#shared/contracts/rooms/groups/group-members.ts';
import type { Group } from '#shared/contracts/rooms/groups/groups.ts';
import type { ChangedCell, PermissionRow } from '#shared/contracts/rooms/permissions.ts';
import { compareEntryNumbers } from '#shared/domain/rooms/entry-number.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { roomsQuery } from '#web/features/folders/copies/rooms-query.ts';
import { call, callAllPages, callPage } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { addMembers } from './groups/groups-api.ts';

const ROOMS_KEY = roomsQuery.queryKey;
const groupsKey = (roomId: number) => ['rooms', roomId, 'groups'] as const;
const membersKey = (groupId: number) => ['groups', groupId, 'members'] as const;
const permissionsKey = (roomId: number) => ['rooms', roomId, 'permissions'] as const;

/** Lists the groups that see a folder, once `enabled`. */
export const useFolderGroups = (folderId: number, enabled: boolean) =>
  useQuery({
    enabled,
    queryKey: ['rooms', 'folder', folderId],
    queryFn: ({ signal }) => call('GET /api/folders/:id/groups', { params: { id: folderId } }, signal),
  });

export const useGroups = (roomId: number, enabled = true) =>
  useQuery({
    enabled,
    queryKey: groupsKey(roomId),
    queryFn: ({ signal }) => call('GET /api/rooms/:id/groups', { params: { id: roomId } }, signal),
  });

export const membersQuery = (groupId: number) =>
  queryOptions({
    queryKey: membersKey(groupId),
    queryFn: ({ signal }) => call('GET /api/groups/:id/members', { params: { id: groupId } }, signal),
  });

export const useGroupMembers = (groupId: number) => useQuery(membersQuery(groupId));

/** The permissions of the folders and files in a folder of a room, in the order of its index. */
export const permissionsQuery = (roomId: number, folderId: number) =>
  queryOptions({
    queryKey: [...permissionsKey(roomId), folderId],
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

/** Loads everybody who can see a file. */
export const useAudience = (fileId: number) =>
  useQuery({
    queryKey: ['rooms', 'audience', fileId],
    queryFn: ({ signal }) => callAllPages('GET /api/files/:id/audience', {}, signal, { id: fileId }),
  });

export function useCreateRoom() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (folderId: number) => call('POST /api/rooms', { body: { folderId } }),
    onSuccess: ({ name }) => {
      toast({ title: 'The folder is a room now', description: name, variant: 'success' });
      return client.invalidateQueries({ queryKey: ROOMS_KEY });
    },
    onError: (error) => toastError('Failed to create the room', error),
  });
}

export function useCreateGroup(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (group: { name: string; endsAt: string | null }) =>
      call('POST /api/rooms/:id/groups', { params: { id: roomId }, body: group }),
    onSuccess: () => client.invalidateQueries({ queryKey: groupsKey(roomId) }),
    onError: (error) => toastError('Failed to create the group', error),
  });
}

/** Deletes a group with its links. */
export function useDeleteGroup({ id }: Group) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/groups/:id', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ROOMS_KEY }),
    onError: (error) => toastError('Failed to delete the group', error),
  });
}

export function useAddMembers({ id, roomId }: Group) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (source: readonly string[] | File) => addMembers(id, source),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: membersKey(id) }),
        client.invalidateQueries({ queryKey: groupsKey(roomId) }),
      ]),
    onError: (error) => toastError('Failed to add members', error),
  });
}

export function useRemoveMember({ id, roomId }: Group) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id: memberId }: GroupMember) =>
      call('DELETE /api/groups/:id/members/:memberId', { params: { id, memberId } }),
    onSuccess: (_done, { email }) => {
      toast({ title: 'Removed from the group', description: email, variant: 'success' });
      return Promise.all([
        client.invalidateQueries({ queryKey: membersKey(id) }),
        client.invalidateQueries({ queryKey: groupsKey(roomId) }),
      ]);
    },
    onError: (error) => toastError('Failed to remove the member', error),
  });
}

/** Gives a group all levels of another, at once or as drafts; returns the cells as they were. */
export function useCopyPermissions(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { fromGroupId: number; toGroupId: number; draft?: boolean }) =>
      call('POST /api/rooms/:id/permissions/copy', { params: { id: roomId }, body }),
    onSuccess: ({ undo, drafts = 0 }) =>
      toast({
        title:
          drafts > 0
            ? 'The copied column is a draft'
            : undo.length === 0
              ? 'Both groups have the same levels'
              : 'The column is copied',
        variant: 'success',
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ROOMS_KEY }),
    onError: (error) => toastError('Failed to copy the column', error),
  });
}

/** Sets cells of the grid, and shows the new state also when they were changed by somebody else. */
export function useUpdatePermissions(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ cells, draft }: { cells: readonly ChangedCell[]; draft: boolean }) =>
      call('PATCH /api/rooms/:id/permissions', {
        params: { id: roomId },
        body: { cells: [...cells], draft },
      }),
    onSuccess: (_rows, { draft }) =>
      draft && toast({ title: 'The permission is a draft', variant: 'success' }),
    onSettled: () => client.invalidateQueries({ queryKey: ROOMS_KEY }),
    onError: (error) => toastError('Failed to change permissions', error),
  });
}

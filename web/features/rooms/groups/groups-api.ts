import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { GroupMember } from '#shared/contracts/rooms/groups/group-members.ts';
import type { Group, updateGroup } from '#shared/contracts/rooms/groups/groups.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { roomsQuery } from '#web/features/folders/copies/rooms-query.ts';
import { buildUrl, call, callAllPages } from '#web/lib/http/call.ts';
import { request } from '#web/lib/http/request.ts';
import { toast } from '#web/ui/feedback/toast.ts';

const groupsKey = (roomId: number) => ['rooms', roomId, 'groups'] as const;
const membersKey = (groupId: number) => ['groups', groupId, 'members'] as const;

/** The groups of a room, each with the count of its members. */
export const groupsQuery = (roomId: number) =>
  queryOptions({
    queryKey: groupsKey(roomId),
    queryFn: ({ signal }) => call('GET /api/rooms/:id/groups', { params: { id: roomId } }, signal),
    refetchOnMount: 'always',
  });

export const useGroups = (roomId: number, enabled = true) => useQuery({ ...groupsQuery(roomId), enabled });

/** All members of a group; as new as the count beside them. */
export const membersQuery = (groupId: number) =>
  queryOptions({
    queryKey: membersKey(groupId),
    queryFn: ({ signal }) => callAllPages('GET /api/groups/:id/members', {}, signal, { id: groupId }),
    refetchOnMount: 'always',
  });

export const useGroupMembers = (groupId: number) => useQuery(membersQuery(groupId));

export function useCreateGroup(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (group: { name: string; endsAt: string | null }) =>
      call('POST /api/rooms/:id/groups', { params: { id: roomId }, body: group }),
    onSuccess: () => client.invalidateQueries({ queryKey: groupsKey(roomId) }),
    onError: (error) => toastError('Failed to create the group', error),
  });
}

export function useUpdateGroup({ id }: Group) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof updateGroup>) => call('PATCH /api/groups/:id', { params: { id }, body }),
    onSuccess: () => toast({ title: 'The group is saved', variant: 'success' }),
    onError: (error) => toastError('Failed to save the group', error),
    onSettled: () => client.invalidateQueries({ queryKey: roomsQuery.queryKey }),
  });
}

/** Deletes a group with its links. */
export function useDeleteGroup({ id }: Group) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/groups/:id', { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: roomsQuery.queryKey }),
    onError: (error) => toastError('Failed to delete the group', error),
  });
}

interface AddedMembers {
  readonly invited: readonly string[];
  readonly problems: readonly { email: string; problem: string }[];
  readonly emailed: boolean;
}

/** Adds pasted addresses, or those in an XLSX or CSV table. */
function addMembers(groupId: number, source: readonly string[] | File): Promise<AddedMembers> {
  const params = { id: groupId };
  if (!(source instanceof File))
    return call('PUT /api/groups/:id/members', { params, body: { emails: [...source] } });
  const form = new FormData();
  form.set('file', source, source.name);
  return request('PUT', buildUrl('PUT /api/groups/:id/members', { params }), { body: form });
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

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateRoom } from '#shared/contracts/rooms/rooms.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { roomsQuery } from '#web/features/folders/copies/rooms-query.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

/** The key of a room with its drafts and publications. */
export const publishKey = (roomId: number) => ['rooms', roomId, 'publish'] as const;

/** Stands for what a node of an earlier version does not send. */
const OF_EARLIER_VERSIONS = { createdAt: new Date(0).toISOString() };

/** A room with its settings, which its other managers change. */
export const roomQuery = (roomId: number) =>
  queryOptions({
    queryKey: [...publishKey(roomId), 'room'],
    queryFn: async ({ signal }) => ({
      ...OF_EARLIER_VERSIONS,
      ...(await call('GET /api/rooms/:id', { params: { id: roomId } }, signal)),
    }),
    refetchOnMount: 'always',
  });

export const useRoom = (roomId: number) => useQuery(roomQuery(roomId));

export function useCreateRoom() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (folderId: number) => call('POST /api/rooms', { body: { folderId } }),
    onSuccess: ({ name }) => {
      toast({ title: 'The folder is a room now', description: name, variant: 'success' });
      return client.invalidateQueries({ queryKey: roomsQuery.queryKey });
    },
    onError: (error) => toastError('Failed to create the room', error),
  });
}

export function useRoomSettings(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (settings: BodyOf<typeof updateRoom>['settings']) =>
      call('PATCH /api/rooms/:id', { params: { id: roomId }, body: { settings } }),
    onError: (error) => toastError('Failed to change the room', error),
    onSettled: () => client.invalidateQueries({ queryKey: publishKey(roomId) }),
  });
}

/** Lists the groups that see a folder, once `enabled`. */
export const useFolderGroups = (folderId: number, enabled: boolean) =>
  useQuery({
    enabled,
    queryKey: ['rooms', 'folder', folderId],
    queryFn: ({ signal }) => call('GET /api/folders/:id/groups', { params: { id: folderId } }, signal),
  });

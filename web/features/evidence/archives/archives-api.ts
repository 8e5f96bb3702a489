import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { RoomArchive } from '#shared/contracts/rooms/archives.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { closingKey } from '#web/features/rooms/closing/closing-api.ts';
import { call } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';

const KEY = ['room-archives'] as const;

const isUnfinished = ({ state, verification }: RoomArchive): boolean =>
  state === 'waiting' || state === 'running' || verification === 'waiting';

/** Asks again for the archives, and for the checklist of their room, which names the latest one. */
const refreshArchives = (client: QueryClient, roomId: number) =>
  Promise.all([
    client.invalidateQueries({ queryKey: KEY }),
    client.invalidateQueries({ queryKey: closingKey(roomId) }),
  ]);

/** The archives of a room, newest first, asked for again while one is being made or verified. */
export const useArchives = (roomId: number) =>
  usePaginatedCall(
    [...KEY, roomId],
    'GET /api/rooms/:id/archives',
    { limit: '50' },
    { id: roomId },
    isUnfinished,
  );

export function useCreateArchive(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: { scope: 'room' | number; splitBytes?: number }) =>
      call('POST /api/rooms/:id/archives', { params: { id: roomId }, body: { ...wish, format: 'zip' } }),
    onError: (error) => toastError('Failed to create the archive', error),
    onSettled: () => refreshArchives(client, roomId),
  });
}

export function useVerifyArchive({ id, roomId }: Pick<RoomArchive, 'id' | 'roomId'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/archives/:id/verify', { params: { id } }),
    onError: (error) => toastError('Failed to verify the archive', error),
    onSettled: () => refreshArchives(client, roomId),
  });
}

export function useDeleteArchive({ id, roomId }: Pick<RoomArchive, 'id' | 'roomId'>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/archives/:id', { params: { id } }),
    onError: (error) => toastError('Failed to delete the archive', error),
    onSettled: () => refreshArchives(client, roomId),
  });
}

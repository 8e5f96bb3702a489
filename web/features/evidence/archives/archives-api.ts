import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RoomArchive } from '#shared/contracts/rooms/archives.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';

const KEY = ['room-archives'] as const;

const isUnfinished = ({ state, verification }: RoomArchive): boolean =>
  state === 'waiting' || state === 'running' || verification === 'waiting';

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
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useVerifyArchive(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/archives/:id/verify', { params: { id } }),
    onError: (error) => toastError('Failed to verify the archive', error),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useDeleteArchive(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('DELETE /api/archives/:id', { params: { id } }),
    onError: (error) => toastError('Failed to delete the archive', error),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

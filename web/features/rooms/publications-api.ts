import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { updateRoom } from '#shared/contracts/rooms/publications.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call, callAllPages } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

const publishKey = (roomId: number) => ['rooms', roomId, 'publish'] as const;

export const useDrafts = (roomId: number) =>
  useQuery({
    queryKey: [...publishKey(roomId), 'drafts'],
    queryFn: ({ signal }) => call('GET /api/rooms/:id/drafts', { params: { id: roomId } }, signal),
  });

export const usePublications = (roomId: number) =>
  useQuery({
    queryKey: [...publishKey(roomId), 'publications'],
    queryFn: ({ signal }) => callAllPages('GET /api/rooms/:id/publications', {}, signal, { id: roomId }),
  });

export const useRoom = (roomId: number) =>
  useQuery({
    queryKey: [...publishKey(roomId), 'room'],
    queryFn: ({ signal }) => call('GET /api/rooms/:id', { params: { id: roomId } }, signal),
  });

/** Publishes the drafts that the caller has seen, now or at a date; other lists show them at once. */
export function usePublish(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { version: string; at?: string }) =>
      call('POST /api/rooms/:id/publications', { params: { id: roomId }, body }),
    onSuccess: ({ isDue }) =>
      toast({
        title: isDue ? 'The drafts are published' : 'The publication is scheduled',
        variant: 'success',
      }),
    onError: (error) => toastError('Failed to publish', error),
    onSettled: () => client.invalidateQueries(),
  });
}

export function useCancelPublication() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/publications/:id', { params: { id } }),
    onError: (error) => toastError('Failed to cancel the publication', error),
    onSettled: () => client.invalidateQueries(),
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

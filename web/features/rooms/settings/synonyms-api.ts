import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { setRoomSynonyms } from '#shared/contracts/search/synonyms.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

const keyOf = (roomId: number) => ['rooms', roomId, 'synonyms'];

/** Reads the synonyms of a room. Unsaved text is not replaced when the window is shown again. */
export const useRoomSynonyms = (roomId: number) =>
  useQuery({
    queryKey: keyOf(roomId),
    queryFn: ({ signal }) => call('GET /api/rooms/:id/synonyms', { params: { id: roomId } }, signal),
    refetchOnWindowFocus: false,
  });

export function useSetSynonyms(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof setRoomSynonyms>) =>
      call('PUT /api/rooms/:id/synonyms', { params: { id: roomId }, body }),
    onSuccess: (synonyms) => {
      client.setQueryData(keyOf(roomId), synonyms);
      toast({ title: 'Synonyms saved', variant: 'success' });
    },
    onError: (error) => toastError('Failed to save the synonyms', error),
  });
}

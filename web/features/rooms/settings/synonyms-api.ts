import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RoomSynonyms } from '#shared/contracts/search/synonyms.ts';
import { parseSynonyms, writeSynonyms } from '#shared/domain/search/synonyms.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { applyEdits, assertUnchanged, type Edits } from '#web/lib/forms/edits.ts';
import { call } from '#web/lib/http/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';

const keyOf = (roomId: number) => ['rooms', roomId, 'synonyms'];

/** Returns the synonyms as they are edited. */
export const textOf = ({ groups }: RoomSynonyms) => ({ text: writeSynonyms(groups) });

/** Reads the synonyms of a room. */
export const useRoomSynonyms = (roomId: number) =>
  useQuery({
    queryKey: keyOf(roomId),
    queryFn: ({ signal }) => call('GET /api/rooms/:id/synonyms', { params: { id: roomId } }, signal),
  });

/** Replaces the synonyms by what was edited of them; refuses to undo what another manager saved meanwhile. */
export function useSetSynonyms(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(edits: Edits<ReturnType<typeof textOf>>) {
      const params = { id: roomId };
      const stored = await call('GET /api/rooms/:id/synonyms', { params });
      assertUnchanged(textOf(stored), edits);
      const { text } = applyEdits(textOf(stored), edits);
      const body = { groups: parseSynonyms(text), version: stored.version };
      return call('PUT /api/rooms/:id/synonyms', { params, body });
    },
    onSuccess: (synonyms) => {
      client.setQueryData(keyOf(roomId), synonyms);
      toast({ title: 'Synonyms saved', variant: 'success' });
    },
    onError: (error) => {
      toastError('Failed to save the synonyms', error);
      return client.invalidateQueries({ queryKey: keyOf(roomId) });
    },
  });
}

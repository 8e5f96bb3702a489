import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EvidenceSettings } from '#shared/contracts/evidence/anchors.ts';
import { call } from '#web/lib/http/call.ts';

const ANCHORS_KEY = ['anchors'] as const;

export function useAnchors() {
  return useQuery({
    queryKey: ANCHORS_KEY,
    queryFn: ({ signal }) => call('GET /api/admin/anchors', {}, signal),
  });
}

/** Loads the newest tree head and where heads are kept, for managers of a room. */
export const useRoomAnchors = (roomId: number) =>
  useQuery({
    queryKey: [...ANCHORS_KEY, 'room', roomId],
    queryFn: ({ signal }) => call('GET /api/rooms/:id/anchors', { params: { id: roomId } }, signal),
  });

export function useUpdateAnchors() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<EvidenceSettings>) => call('PATCH /api/admin/anchors', { body }),
    onSuccess: (anchors) => client.setQueryData(ANCHORS_KEY, anchors),
  });
}

export const useReplaceSigningKey = () =>
  useMutation({ mutationFn: () => call('POST /api/admin/signing-keys') });

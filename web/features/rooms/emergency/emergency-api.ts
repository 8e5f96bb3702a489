import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callAllPages } from '#web/lib/http/call.ts';

export const useEmergencyAccesses = (roomId: number) =>
  useQuery({
    queryKey: ['rooms', roomId, 'emergency-access'],
    queryFn: ({ signal }) => callAllPages('GET /api/rooms/:id/emergency-access', {}, signal, { id: roomId }),
  });

/** Opens emergency access, after which everything of the room can be seen. */
export function useOpenEmergencyAccess(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) =>
      call('POST /api/rooms/:id/emergency-access', { params: { id: roomId }, body: { reason } }),
    onSettled: () => client.invalidateQueries(),
  });
}

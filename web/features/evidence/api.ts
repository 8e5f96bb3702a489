import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/lib/http/call.ts';
import { usePaginatedCall } from '#web/lib/http/paginated-call.ts';

const RECEIPTS_KEY = ['receipts'] as const;

/** Lists the receipts of the user or visitor, newest first. */
export const useReceipts = () => usePaginatedCall(RECEIPTS_KEY, 'GET /api/receipts', { limit: '100' });

/** Lists the receipts of visitors of a room, newest first. */
export const useRoomReceipts = (roomId: number) =>
  usePaginatedCall(['room-receipts', roomId], 'GET /api/rooms/:id/receipts', { limit: '50' }, { id: roomId });

export function useCreateReceipt() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/receipts'),
    onSuccess: () => client.invalidateQueries({ queryKey: RECEIPTS_KEY }),
  });
}

/** Fetches the keys of this installation as a file for the verifier. */
export async function fetchSigningKeys(): Promise<{ name: string; text: string }> {
  return { name: 'keys', text: JSON.stringify(await call('GET /api/evidence/key')) };
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createServiceAccount } from '#shared/contracts/programs/service-accounts.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { call } from '#web/lib/http/call.ts';

const keyOf = (roomId: number) => ['rooms', roomId, 'service-accounts'] as const;

export const useServiceAccounts = (roomId: number) =>
  useQuery({
    queryKey: keyOf(roomId),
    queryFn: ({ signal }) => call('GET /api/rooms/:id/service-accounts', { params: { id: roomId } }, signal),
  });

/** The caller shows errors in its form, and the token, which is not kept. */
export function useCreateServiceAccount(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createServiceAccount>) =>
      call('POST /api/rooms/:id/service-accounts', { params: { id: roomId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(roomId) }),
    gcTime: 0,
  });
}

/** Replaces the token of an account and keeps its limits. */
export function useRenewServiceAccount(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('POST /api/service-accounts/:id/token', { params: { id }, body: {} }),
    onError: (error) => toastError('Failed to replace the token', error),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(roomId) }),
    gcTime: 0,
  });
}

export function useDeleteServiceAccount(roomId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/service-accounts/:id', { params: { id } }),
    onError: (error) => toastError('Failed to delete the service account', error),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(roomId) }),
  });
}

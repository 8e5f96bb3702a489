import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { USER_KEY } from '#web/features/accounts/current-user.ts';
import { CHECKS_CODE } from '#web/features/accounts/session-end.ts';
import { askForPasskey } from '#web/features/accounts/sign-in-methods/passkey.ts';
import { call } from '#web/lib/http/call.ts';

const FACTORS_KEY = ['factors'] as const;

export function useFactors() {
  return useQuery({
    queryKey: FACTORS_KEY,
    queryFn: ({ signal }) => call('GET /api/user/factors', {}, signal),
  });
}

export function useStartFactorSetup() {
  return useMutation({ mutationFn: () => call('POST /api/user/factors') });
}

export function useConfirmFactor() {
  return useMutation({
    meta: CHECKS_CODE,
    mutationFn: ({ id, code }: { id: number; code: string }) =>
      call('POST /api/user/factors/:id/confirm', { params: { id }, body: { code } }),
  });
}

/** Shows the new state after recovery codes were read; it also releases a user who had to set a factor up. */
export function useRefreshFactors() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [FACTORS_KEY, ['passkeys'], ['recovery-codes'], ['sessions'], USER_KEY].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}

export function useRemoveFactor() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/user/factors/:id', { params: { id } }),
    onSettled: () =>
      Promise.all(
        [FACTORS_KEY, ['recovery-codes']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}

export function useReauthenticate() {
  return useMutation({
    meta: CHECKS_CODE,
    mutationFn: (proof: { password: string } | { code: string }) =>
      call('POST /api/user/reauthenticate', { body: proof }),
  });
}

export function useProveWithPasskey() {
  return useMutation({
    meta: CHECKS_CODE,
    mutationFn: async () =>
      call('POST /api/user/reauthenticate', { body: { passkey: await askForPasskey() } }),
  });
}

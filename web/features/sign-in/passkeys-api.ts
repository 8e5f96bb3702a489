import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CHECKS_CODE } from '#web/features/accounts/session-end.ts';
import { createPasskey } from '#web/features/accounts/sign-in-methods/passkey.ts';
import { call } from '#web/lib/http/call.ts';

const PASSKEYS_KEY = ['passkeys'] as const;
const RECOVERY_KEY = ['recovery-codes'] as const;

export function usePasskeys() {
  return useQuery({
    queryKey: PASSKEYS_KEY,
    queryFn: ({ signal }) => call('GET /api/user/passkeys', {}, signal),
  });
}

/** Fetches the number of recovery codes left. */
export function useRecoveryCodesLeft() {
  return useQuery({
    queryKey: RECOVERY_KEY,
    queryFn: ({ signal }) => call('GET /api/user/recovery-codes', {}, signal),
  });
}

/** Replaces the recovery codes. The caller shows the new ones, then calls `useRefreshFactors`. */
export function useReplaceRecoveryCodes() {
  return useMutation({ mutationFn: () => call('POST /api/user/recovery-codes') });
}

/** Creates a passkey in the browser and adds it. The caller shows its recovery codes, then calls `useRefreshFactors`. */
export function useAddPasskey() {
  return useMutation({
    meta: CHECKS_CODE,
    mutationFn: async (name: string) => {
      const credential = await createPasskey();
      return call('POST /api/user/passkeys/verify', { body: { name, credential } });
    },
  });
}

export function useRenamePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      call('PATCH /api/user/passkeys/:id', { params: { id }, body: { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: PASSKEYS_KEY }),
  });
}

export function useRemovePasskey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/user/passkeys/:id', { params: { id } }),
    onSettled: () =>
      Promise.all([PASSKEYS_KEY, RECOVERY_KEY].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

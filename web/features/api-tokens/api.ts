import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { createToken } from '#shared/contracts/programs/api-tokens.ts';
import { call } from '#web/lib/http/call.ts';

const TOKENS_KEY = ['api-tokens'] as const;

export function useTokens() {
  return useQuery({
    queryKey: TOKENS_KEY,
    queryFn: ({ signal }) => call('GET /api/user/tokens', {}, signal),
  });
}

/** The caller shows errors in its form, and the token, which is not kept. */
export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof createToken>) => call('POST /api/user/tokens', { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: TOKENS_KEY }),
    gcTime: 0,
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/user/tokens/:id', { params: { id } }),
    // This runs after a failure too: the token may have been revoked meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: TOKENS_KEY }),
  });
}

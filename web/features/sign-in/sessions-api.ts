import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { clearClientState } from '#web/features/accounts/session-end.ts';
import { call } from '#web/lib/http/call.ts';

const SESSIONS_KEY = ['sessions'] as const;

export function useSessions() {
  return useQuery({
    queryKey: SESSIONS_KEY,
    queryFn: ({ signal }) => call('GET /api/user/sessions', {}, signal),
  });
}

/** Ends one session by its id, or all others. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: number | 'others') =>
      which === 'others'
        ? call('DELETE /api/user/sessions')
        : call('DELETE /api/user/sessions/:id', { params: { id: which } }),
    // This runs after a failure too: the session may have ended meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}

/** Ends the sessions of everybody, the one of this browser too, which leads to the sign-in page. */
export function useEndAllSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST /api/admin/sessions/end-all'),
    onSuccess: () => clearClientState(client),
  });
}

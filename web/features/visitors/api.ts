import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { registerFromInvitation } from '#shared/contracts/invitations.ts';
import type { User } from '#shared/contracts/session.ts';
import { ALREADY_LOGGED_IN } from '#shared/domain/messages.ts';
import { USER_KEY } from '#web/features/accounts/current-user.ts';
import { VISITOR_SESSION_KEY } from '#web/features/accounts/visitor-session.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { call } from '#web/lib/http/call.ts';

export const ACCESS_ERROR = 'Access Error';
export const ACCESS_GRANTED = 'Visitor Access Granted';

/** Begins the visit that a link is for: the answer sets the cookie. Asked once for each showing of a page. */
export function useStartVisitorSession(token: string | null) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['visitor-entry', token],
    queryFn: async () => {
      const status = await call('GET /api/visitor/auth/:token', { params: { token: token ?? '' } });
      // An answer to who was here before the cookie was set would come late and undo the visit.
      await client.cancelQueries({ queryKey: VISITOR_SESSION_KEY });
      client.setQueryData(VISITOR_SESSION_KEY, status);
      return status;
    },
    enabled: token !== null,
    retry: false,
    gcTime: 0,
  });
}

/** What an invitation link is for. */
export function useInvitation(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call('GET /api/invitations/:token', { params: { token } }, signal),
    retry: false,
    gcTime: 0,
  });
}

export function useRegisterFromInvitation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof registerFromInvitation>) =>
      call('POST /api/register-from-invitation', { body }),
    onSuccess: (user) => client.setQueryData<User>(USER_KEY, user),
  });
}

/** Whether a refusal says that the time of an invitation is over. */
export const isExpiredError = (error: Error): boolean => /expired/i.test(error.message);

/** Whether an account is signed in at this browser, which a visit would have to make way for. */
export const isAlreadySignedInError = (error: Error): boolean =>
  error instanceof ApiError && error.status === 409 && error.detail.startsWith(ALREADY_LOGGED_IN);

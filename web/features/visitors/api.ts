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

/** Starts the visitor session of a link; the response sets the cookie. Runs once per mount. */
export function useStartVisitorSession(token: string | null) {
  const client = useQueryClient();
  return useQuery({
    queryKey: ['visitor-entry', token],
    queryFn: async () => {
      const status = await call('GET /api/visitor/auth/:token', { params: { token: token ?? '' } });
      // A pending response from before the cookie was set would overwrite the new session.
      await client.cancelQueries({ queryKey: VISITOR_SESSION_KEY });
      client.setQueryData(VISITOR_SESSION_KEY, status);
      return status;
    },
    enabled: token !== null,
    retry: false,
    gcTime: 0,
  });
}

/** Fetches the invitation of a link. */
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

/** Returns true when the invitation has expired. */
export const isExpiredError = (error: Error): boolean => /expired/i.test(error.message);

/** Returns true when the server could not be reached, failed or is asked too often, which says nothing about the link. */
export const isUnanswered = (error: Error): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status === 429 || error.status >= 500;

/** Returns true when an account is signed in, which excludes a visitor session. */
export const isAlreadySignedInError = (error: Error): boolean =>
  error instanceof ApiError && error.status === 409 && error.detail.startsWith(ALREADY_LOGGED_IN);

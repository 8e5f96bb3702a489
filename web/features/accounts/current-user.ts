import { useQuery } from '@tanstack/react-query';
import type { User } from '#shared/contracts/session.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { call } from '#web/lib/http/call.ts';

export const USER_KEY = ['user'] as const;

/** Fetches the signed-in user once; `null` when nobody is signed in. */
export function useUserQuery() {
  return useQuery<User | null>({ queryKey: USER_KEY, queryFn: ({ signal }) => fetchCurrentUser(signal) });
}

/** Returns the signed-in user: `null` when nobody is signed in, `undefined` while loading. */
export function useUser(): User | null | undefined {
  return useUserQuery().data;
}

/** Returns the signed-in user. Throws outside a protected route. */
export function useSignedInUser(): User {
  const user = useUser();
  if (!user) throw new Error('This page is shown outside a protected route');
  return user;
}

async function fetchCurrentUser(signal: AbortSignal): Promise<User | null> {
  try {
    return await call('GET /api/user', {}, signal);
  } catch (error) {
    // Visitors get 403: they have a session but no account.
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
}

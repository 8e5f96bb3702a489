import { useQuery } from '@tanstack/react-query';
import type { User } from '#shared/contracts/session.ts';
import { ApiError } from '#web/lib/http/api-error.ts';
import { call } from '#web/lib/http/call.ts';

export const USER_KEY = ['user'] as const;

/** Who is signed in, asked once; `null` for nobody. */
export function useUserQuery() {
  return useQuery<User | null>({ queryKey: USER_KEY, queryFn: ({ signal }) => fetchCurrentUser(signal) });
}

/** Who is signed in: `null` for nobody, `undefined` while that is not known. */
export function useUser(): User | null | undefined {
  return useUserQuery().data;
}

/** Who is signed in, on a page that is shown to users alone. */
export function useSignedInUser(): User {
  const user = useUser();
  if (!user) throw new Error('This page is shown outside a protected route');
  return user;
}

async function fetchCurrentUser(signal: AbortSignal): Promise<User | null> {
  try {
    return await call('GET /api/user', {}, signal);
  } catch (error) {
    // 403 is a visitor's answer: they have a session, but no account.
    if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return null;
    throw error;
  }
}

import { useQuery } from '@tanstack/react-query';
import type { User } from '#shared/contracts/session.ts';

export const USER_KEY = ['user'] as const;

/** Fetches the signed-in user once; `null` when nobody is signed in. web/apps/main/start.ts defines the call. */
export function useUserQuery() {
  return useQuery<User | null>({ queryKey: USER_KEY });
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

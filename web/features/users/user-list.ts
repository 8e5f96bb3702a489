import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#web/lib/http/api-error.ts';
import { callAllPages } from '#web/lib/http/call.ts';

/** Everybody with an account; nobody for whom that is no business of theirs. */
export function useUserList() {
  return useQuery({
    queryKey: ['users', 'list'],
    queryFn: ({ signal }) =>
      callAllPages('GET /api/users', {}, signal).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 403) return [];
        throw error;
      }),
  });
}

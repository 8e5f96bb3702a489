import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/http/call.ts';

/** Reads what the signed-in user owns and may own, anew on each visit of a page that shows it. */
export function useUsage() {
  return useQuery({
    queryKey: ['usage'],
    queryFn: ({ signal }) => call('GET /api/user/usage', {}, signal),
    staleTime: 0,
    refetchOnMount: 'always',
  });
}

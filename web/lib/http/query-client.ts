import { QueryClient } from '@tanstack/react-query';

/**
 * Data is fresh until a mutation invalidates it; a failed call is shown, not repeated. Calls are made also when the
 * browser believes itself offline: the room may run on this very machine.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

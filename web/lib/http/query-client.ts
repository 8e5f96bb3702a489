import { QueryClient } from '@tanstack/react-query';

/**
 * Creates the query client. Data stays fresh until a mutation invalidates it; failed calls are not retried. Calls are
 * made even if the browser reports that it is offline, since the server may run on the same machine.
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

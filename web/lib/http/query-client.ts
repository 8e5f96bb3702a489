import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/**
 * Creates the query client. Data stays fresh until a mutation invalidates it; failed calls are not retried. Calls are
 * made even if the browser reports that it is offline, since the server may run on the same machine.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        // Screens keep what they have loaded when a later call fails, but not what is no longer for this reader.
        if (isRefusal(error)) query.setState({ data: undefined });
      },
    }),
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

const isRefusal = (error: Error): boolean =>
  error instanceof ApiError && [401, 403, 404].includes(error.status);

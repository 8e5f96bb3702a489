import { QueryClient } from '@tanstack/react-query';

/** Data is fresh until a mutation invalidates it; a failed call is shown, not repeated. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}

import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Returns a callback that reads again what was read under a key, and under those that begin with it. */
export function useRefresh(queryKey: QueryKey): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey });
}

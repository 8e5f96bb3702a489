import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/**
 * Removes cached views on unmount, so that they are fetched again: views by other users cause no invalidation
 * here.
 */
export function useDiscardCachedViews(): void {
  const client = useQueryClient();
  useEffect(() => () => client.removeQueries({ queryKey: ['file-views'] }), [client]);
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** What others looked at meanwhile is asked for anew by whoever comes back: no change of one's own tells of it. */
export function useDiscardCachedViews(): void {
  const client = useQueryClient();
  useEffect(() => () => client.removeQueries({ queryKey: ['file-views'] }), [client]);
}

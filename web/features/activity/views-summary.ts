import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/http/call.ts';

/** How often, by how many and how long a file was viewed. Refused to who is neither its owner nor an administrator. */
export function useViewsSummary(fileId: number) {
  return useQuery({
    queryKey: ['file-views', 'summary', fileId],
    queryFn: ({ signal }) => call('GET /api/files/:id/views/summary', { params: { id: fileId } }, signal),
  });
}

import { useQuery } from '@tanstack/react-query';
import { call } from '#web/lib/http/call.ts';
import type { Passage } from '../passage.ts';

/** Finds the page and the place of a passage; null when it cannot be found. */
export function useLocatedPassage(fileId: number, { page, slide, quote }: Passage, enabled: boolean) {
  const place = page ?? slide;
  return useQuery({
    queryKey: ['files', 'passage', fileId, place, quote],
    queryFn: async ({ signal }) => {
      if (!quote) return null;
      const query = { query: quote, ...(place !== undefined && { page: String(place) }) };
      const asked = { params: { id: fileId }, query };
      const { matches } = await call('GET /api/files/:id/pages/matches', asked, signal);
      return matches[0] ?? null;
    },
    enabled,
  });
}

import { useQuery } from '@tanstack/react-query';
import type { FilePages } from '#shared/contracts/pages.ts';
import { call } from '#web/lib/http/call.ts';
import type { Passage } from '../passage.ts';

/** Finds the page and the place of a passage in pages of a layout; null when it cannot be found. */
export function useLocatedPassage(
  fileId: number,
  { page, slide, quote }: Passage,
  { layout, enabled }: { layout: FilePages['layout']; enabled: boolean },
) {
  const place = page ?? slide;
  return useQuery({
    queryKey: ['files', 'passage', fileId, layout, place, quote],
    queryFn: async ({ signal }) => {
      if (!quote) return null;
      const query = {
        query: quote,
        ...(place !== undefined && { page: String(place) }),
        ...(layout && { layout }),
      };
      const asked = { params: { id: fileId }, query };
      const { matches } = await call('GET /api/files/:id/pages/matches', asked, signal);
      return matches[0] ?? null;
    },
    enabled,
  });
}

import { useQuery } from '@tanstack/react-query';
import type { FilePages, TextMatch } from '#shared/contracts/pages.ts';
import { call } from '#web/lib/http/call.ts';
import type { Passage } from '../passage.ts';

/** Finds the page and the place of a passage in pages of a layout; null when it cannot be found. */
export function useLocatedPassage(
  fileId: number,
  passage: Passage,
  { layout, enabled }: { layout: FilePages['layout']; enabled: boolean },
) {
  const { page, slide, quote } = passage;
  return useQuery({
    queryKey: ['files', 'passage', fileId, layout, page ?? slide, quote],
    queryFn: ({ signal }) => locatePassage(fileId, passage, { layout, signal }),
    enabled,
  });
}

/**
 * Asks for a passage on its page, and then on all: slides and pages of a document are numbered differently where it is laid out
 * from its text.
 */
export async function locatePassage(
  fileId: number,
  { page, slide, quote }: Passage,
  { layout, signal }: { layout: FilePages['layout']; signal: AbortSignal },
): Promise<TextMatch | null> {
  if (!quote) return null;
  const find = async (place: number | undefined) => {
    const query = {
      query: quote,
      ...(place !== undefined && { page: String(place) }),
      ...(layout && { layout }),
    };
    const asked = { params: { id: fileId }, query };
    return (await call('GET /api/files/:id/pages/matches', asked, signal)).matches[0];
  };
  const place = page ?? slide;
  const onPage = place === undefined ? undefined : await find(place);
  return onPage ?? (await find(undefined)) ?? null;
}

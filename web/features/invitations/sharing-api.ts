import { useQuery } from '@tanstack/react-query';
import type { listSharing } from '#shared/contracts/collaborators.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import { call } from '#web/lib/http/call.ts';

/** Lists who can open a folder and the links to it. Also refetched when an invitation or a collaborator changes. */
export function useSharing(folderId: number | null) {
  return useQuery({
    queryKey: ['invitations', 'sharing', folderId],
    queryFn: ({ signal }) => call('GET /api/folders/:id/sharing', { params: { id: folderId ?? 0 } }, signal),
    enabled: folderId !== null,
  });
}

/** Names the size of the audience: `5 people, 2 links`. */
export function describeAudience({
  people,
  links,
  isComplete,
}: Pick<ResultOf<typeof listSharing>, 'people' | 'links' | 'isComplete'>): string {
  const more = isComplete ? '' : '+';
  const persons = people.length === 1 && more === '' ? '1 person' : `${people.length}${more} people`;
  if (links.length === 0) return persons;
  return `${persons}, ${links.length === 1 ? '1 link' : `${links.length} links`}`;
}

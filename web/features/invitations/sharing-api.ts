import { useQuery } from '@tanstack/react-query';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { listSharing } from '#shared/contracts/links/sharing.ts';
import { countOf } from '#shared/domain/format.ts';
import { call } from '#web/lib/http/call.ts';
import { SHARING_KEY } from './sharing/sharing-key.ts';

/** Lists who can open a folder and the links to it. Also refetched when an invitation or a collaborator changes. */
export function useSharing(folderId: number | null) {
  return useQuery({
    queryKey: [...SHARING_KEY, folderId],
    queryFn: async ({ signal }) => ({
      // A node of an earlier version names neither.
      ...{ groups: [], accessLinks: [] },
      ...(await call('GET /api/folders/:id/sharing', { params: { id: folderId ?? 0 } }, signal)),
    }),
    enabled: folderId !== null,
  });
}

/** Names the size of the audience, with the members of groups: `5 people, 2 links`. */
export function describeAudience({
  people,
  groups,
  links,
  accessLinks,
  isComplete,
}: ResultOf<typeof listSharing>): string {
  const more = isComplete ? '' : '+';
  const count = groups.reduce((sum, { memberCount }) => sum + memberCount, people.length);
  const persons = count === 1 && more === '' ? '1 person' : `${count}${more} people`;
  const linkCount = links.length + accessLinks.length;
  return linkCount === 0 ? persons : `${persons}, ${countOf(linkCount, 'link')}`;
}

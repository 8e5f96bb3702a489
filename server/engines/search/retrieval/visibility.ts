import type { Held } from '../storage/inverted-index.ts';
import type { Place, Query } from '../search-engine.ts';

/** Default is no: a document that no line here lets through is not seen. */
export function visibility({ allowed, within }: Pick<Query, 'allowed' | 'within'>): (held: Held) => boolean {
  const wanted = within === undefined ? undefined : new Set(within);
  const isWanted = ({ folderId }: Place) =>
    wanted === undefined || (folderId !== null && wanted.has(folderId));
  if ('all' in allowed) return ({ place }) => allowed.all && isWanted(place);
  const folders = new Set(allowed.folderIds);
  const owner = allowed.rootOwnerId;
  const isAllowed = ({ folderId, ownerId }: Place) =>
    folderId === null ? owner !== null && ownerId === owner : folders.has(folderId);
  return ({ place }) => isAllowed(place) && isWanted(place);
}

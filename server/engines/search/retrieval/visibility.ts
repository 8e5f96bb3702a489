import type { DocumentLocation, SearchQuery } from '../search-engine.ts';
import type { IndexedEntry } from '../storage/inverted-index.ts';

/** Default is no: a document that no line here lets through is not seen. */
export function createVisibilityTest({
  accessFilter,
  withinFolderIds,
}: Pick<SearchQuery, 'accessFilter' | 'withinFolderIds'>): (entry: IndexedEntry) => boolean {
  const wanted = withinFolderIds === undefined ? undefined : new Set(withinFolderIds);
  const isWanted = ({ folderId }: DocumentLocation) =>
    wanted === undefined || (folderId !== null && wanted.has(folderId));
  if ('all' in accessFilter) return ({ location }) => accessFilter.all && isWanted(location);
  const folders = new Set(accessFilter.folderIds);
  const owner = accessFilter.rootOwnerId;
  const isAllowed = ({ folderId, ownerId }: DocumentLocation) =>
    folderId === null ? owner !== null && ownerId === owner : folders.has(folderId);
  return ({ location }) => isAllowed(location) && isWanted(location);
}

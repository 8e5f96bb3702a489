import { MAX_NEW_DOCUMENTS, type SavedSearch } from '#shared/contracts/search/saved-searches.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';
import type { MatchRow, SavedSearchRow } from './queries.ts';

interface VisibleNames {
  readonly folders: ReadonlyMap<number, string>;
  readonly files: ReadonlyMap<number, string>;
}

/** Presents a saved search to its reader; documents and folders that they do not see now have no name and are left out. */
export function presentSavedSearch(
  { id, question, method, folder_id, kind, owner, has_alerts, created_at }: SavedSearchRow,
  matches: readonly MatchRow[],
  { folders, files }: VisibleNames,
): SavedSearch {
  const documents = matches.flatMap(({ file_id: fileId, found_at }) => {
    const fileName = files.get(fileId);
    return fileName === undefined ? [] : [{ fileId, fileName, foundAt: isoInstant(found_at) }];
  });
  return {
    id,
    query: question,
    method,
    ...(folder_id !== null && { folder: { id: folder_id, name: folders.get(folder_id) ?? null } }),
    ...(kind !== null && { kind }),
    ...(owner !== null && { owner }),
    alerts: has_alerts === 1,
    savedAt: isoInstant(created_at),
    newCount: documents.length,
    newDocuments: documents.slice(0, MAX_NEW_DOCUMENTS),
  };
}

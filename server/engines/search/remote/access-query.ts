import type { SearchQuery } from '../search-types.ts';

export type Clause = Record<string, unknown>;

const terms = (field: string, values: readonly number[]): Clause => ({ terms: { [field]: values } });
export const anyOf = (clauses: readonly Clause[]): Clause => ({
  bool: { should: clauses, minimum_should_match: 1 },
});

/**
 * Returns the filters that every query to the server has: only what the requester may read is counted, scored or returned. Denies
 * by default, as createVisibilityTest does.
 */
export function permittedOnly({
  accessFilter,
  withinFolderIds,
  withinDocumentIds,
}: Pick<SearchQuery, 'accessFilter' | 'withinFolderIds' | 'withinDocumentIds'>): Clause[] {
  const wanted = [
    ...(withinFolderIds === undefined ? [] : [terms('folder', withinFolderIds)]),
    ...(withinDocumentIds === undefined ? [] : [terms('document', withinDocumentIds)]),
  ];
  if ('all' in accessFilter) return accessFilter.all ? wanted : [{ match_none: {} }];
  const { folderIds, rootOwnerId, documentIds = [], exceptDocumentIds = [] } = accessFilter;
  const located = anyOf([
    terms('folder', folderIds),
    ...(rootOwnerId === null ? [] : [{ term: { root_owner: rootOwnerId } }]),
  ]);
  const notExcepted = { bool: { filter: [located], must_not: [terms('document', exceptDocumentIds)] } };
  return [anyOf([notExcepted, terms('document', documentIds)]), ...wanted];
}

import type { SearchServerSettings } from '#server/engines/search/search-engine.ts';
import type { Environment } from './environment.ts';

export interface SearchSettings {
  /** An OpenSearch server for the index of all nodes; each node has an index of its own without it. */
  searchServer: SearchServerSettings | undefined;
  /** The most passages of the built-in index; chosen by its memory when absent. */
  searchMaxPassages: number | undefined;
}

export const readSearchSettings = (values: Environment): SearchSettings => ({
  searchServer: readSearchServer(values),
  searchMaxPassages: values.SEARCH_MAX_PASSAGES,
});

function readSearchServer(values: Environment): SearchServerSettings | undefined {
  const { SEARCH_URL: url, SEARCH_USERNAME: username, SEARCH_PASSWORD: password } = values;
  const { SEARCH_CA_FILE: caFile, SEARCH_INDEX_PREFIX: indexPrefix } = values;
  if (url === undefined) {
    if ((username ?? password ?? caFile) !== undefined)
      throw new Error('SEARCH_URL is not set, but other SEARCH_ settings are');
    return undefined;
  }
  if ((username === undefined) !== (password === undefined))
    throw new Error('SEARCH_USERNAME and SEARCH_PASSWORD need each other');
  if (caFile !== undefined && !url.startsWith('https:'))
    throw new Error('SEARCH_CA_FILE requires a SEARCH_URL that begins with https://');
  return { url, username, password, caFile, indexPrefix };
}

import { z } from 'zod';
import { FILE_KINDS, FILE_OWNERS } from '../../domain/search-filters.ts';
import { SEARCH_METHODS } from '../../domain/search-methods.ts';
import type { Endpoint } from '../endpoint.ts';
import { id, idParams, instant, success } from '../fields/base-fields.ts';
import { question, searchMethod } from '../search.ts';

/** The most searches that one reader keeps. */
export const MAX_SAVED_SEARCHES = 50;
/** The new documents of a search that are listed; `newCount` counts all. */
export const MAX_NEW_DOCUMENTS = 20;

const savedSearch = z.object({
  id,
  query: z.string(),
  method: z.enum(SEARCH_METHODS),
  /** The folder that is searched; its name is `null` while the caller cannot see it. */
  folder: z.object({ id, name: z.string().nullable() }).optional(),
  kind: z.enum(FILE_KINDS).optional(),
  owner: z.enum(FILE_OWNERS).optional(),
  alerts: z.boolean(),
  savedAt: instant,
  /** Documents that the search found since it was saved, that the caller sees, and that they have not seen in this list. */
  newCount: z.int(),
  newDocuments: z.array(z.object({ fileId: id, fileName: z.string(), foundAt: instant })),
});
export type SavedSearch = z.infer<typeof savedSearch>;

export const listSavedSearches = {
  method: 'GET',
  path: '/api/saved-searches',
  summary: `The searches that the caller saved, the last one first, with the new documents that they found; at most ${MAX_SAVED_SEARCHES}`,
  caller: 'actor',
  result: z.array(savedSearch),
} as const satisfies Endpoint;

export const createSavedSearch = {
  method: 'POST',
  path: '/api/saved-searches',
  summary: 'Save a search. With alerts it looks for new documents and mails how many there are',
  caller: 'actor',
  status: 201,
  body: z.strictObject({
    query: question,
    method: searchMethod.default('auto'),
    folderId: id.optional(),
    kind: z.enum(FILE_KINDS).optional(),
    owner: z.enum(FILE_OWNERS).optional(),
    alerts: z.boolean().default(true),
  }),
  result: savedSearch,
} as const satisfies Endpoint;

export const updateSavedSearch = {
  method: 'PATCH',
  path: '/api/saved-searches/:id',
  summary: 'Turn the alerts of a saved search on or off, or mark its new documents as seen',
  caller: 'actor',
  params: idParams,
  body: z.strictObject({ alerts: z.boolean().optional(), seen: z.literal(true).optional() }),
  result: savedSearch,
} as const satisfies Endpoint;

export const deleteSavedSearch = {
  method: 'DELETE',
  path: '/api/saved-searches/:id',
  summary: 'Delete a saved search',
  caller: 'actor',
  params: idParams,
  result: success,
} as const satisfies Endpoint;

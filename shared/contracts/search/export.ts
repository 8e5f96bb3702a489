import { z } from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { idText } from '../fields/base-fields.ts';
import { question, searchFilters, searchMethod } from '../search.ts';

/** The most passages that are exported, as many as a question can return. */
export const MAX_EXPORTED_RESULTS = 100;

export const exportSearchResults = {
  method: 'GET',
  path: '/api/search/export',
  summary:
    'The best 100 results of a question as a CSV file: documents, places and passages that the caller may see. Is itself recorded',
  caller: 'actor',
  tokenScope: 'read',
  hasSideEffects: true,
  query: z.strictObject({
    query: question,
    method: searchMethod.optional(),
    folderId: idText.optional(),
    ...searchFilters,
    format: z.enum(['csv']).default('csv'),
  }),
  result: 'bytes',
} as const satisfies Endpoint;

import { z } from 'zod';
import { MAX_QUESTION_LENGTH } from '../domain/limits.ts';
import { EMPTY_QUESTION } from '../domain/messages.ts';
import { FILE_KINDS, FILE_OWNERS } from '../domain/search-filters.ts';
import { SEARCH_METHODS } from '../domain/search-methods.ts';
import type { Endpoint } from './endpoint.ts';
import { booleanText, id, idText, instant } from './fields/base-fields.ts';
import { answerTable } from './search/answer-table.ts';

export const citation = z.object({
  fileId: id,
  fileName: z.string(),
  /** The folder in which the caller sees the file; absent outside of folders. */
  folderId: id.optional(),
  /** The names of the folders above a file that a member of a group sees without its folder, from the room down. */
  ancestorNames: z.array(z.string()).optional(),
  /** The version that is cited; absent for the first. */
  version: z.int().positive().optional(),
  page: z.int().optional(),
  sheet: z.string().optional(),
  slide: z.int().optional(),
  /** Verbatim from the document; `start` and `end` are its offsets in the document's whole text. */
  quote: z.string(),
  start: z.int(),
  end: z.int(),
  /** The sentence of the quote that most likely contains the answer, with offsets in the document's whole text. */
  sentence: z.object({ start: z.int(), end: z.int() }).optional(),
});
export type Citation = z.infer<typeof citation>;

export const searchResult = z.object({
  query: z.string(),
  answer: z.string(),
  method: z.enum([...SEARCH_METHODS, 'keyword-fallback']),
  fallback: z.boolean(),
  confidence: z.number().min(0).max(1),
  sources: z.object({ vectorSearch: z.boolean(), keywordSearch: z.boolean() }),
  timing: z.object({ duration: z.number(), unit: z.literal('ms') }),
  documentInfo: z.object({ fileId: id, fileName: z.string(), location: z.string() }).nullable(),
  relatedDocuments: z.array(
    z.object({ fileId: id, fileName: z.string(), relevance: z.number(), preview: z.string() }),
  ),
  citations: z.array(citation),
  /** The rows that answer, if those of a table or sheet do. The first citation contains the first of them. */
  table: answerTable.optional(),
});
export type SearchResult = z.infer<typeof searchResult>;

export const question = z
  .string()
  // No database has to store U+0000, and a question with it is no mistake of its user.
  .overwrite((text) => text.replaceAll('\0', '\ufffd'))
  .trim()
  .min(1, EMPTY_QUESTION)
  .max(MAX_QUESTION_LENGTH, `Use at most ${MAX_QUESTION_LENGTH} characters`);

export const searchMethod = z.enum(['vector', 'keyword', 'hybrid', 'auto']);

/** Limits a search to part of what the caller may see. */
export const searchFilters = {
  kind: z.enum(FILE_KINDS).optional(),
  owner: z.enum(FILE_OWNERS).optional(),
  /** The first instant of upload, and the first that is too late. */
  uploadedFrom: instant.optional(),
  uploadedBefore: instant.optional(),
};

/** The response to a rebuild of the index: the number of documents to index. */
const reindexing = z.object({ success: z.literal(true), documents: z.int() });

export const search = {
  method: 'GET',
  path: '/api/search',
  summary:
    'Ask about the documents that the caller may see; with `reindex=true` an administrator rebuilds the index',
  caller: 'actor',
  tokenScope: 'read',
  hasSideEffects: true,
  availableInViewAs: true,
  query: z.strictObject({
    query: question,
    method: searchMethod.optional(),
    folderId: idText.optional(),
    ...searchFilters,
    limit: z
      .string()
      .regex(/^\d{1,3}$/, 'Must be a whole number from 1 to 100')
      .transform(Number)
      .refine((value) => value >= 1 && value <= 100, 'Must be a whole number from 1 to 100')
      .default(10),
    reindex: booleanText.optional(),
  }),
  result: z.union([searchResult, reindexing]),
} as const satisfies Endpoint;

export const searchSuggestions = {
  method: 'GET',
  path: '/api/search/suggestions',
  summary:
    'Names of files and folders that the caller may see, for what was typed so far, with `folderId` of those in this folder, and what may have been meant',
  caller: 'actor',
  query: z.strictObject({
    query: question,
    folderId: idText.optional(),
  }),
  result: z.object({
    /** At most eight, best first. */
    names: z.array(z.object({ kind: z.enum(['file', 'folder']), id, name: z.string() })),
    /** The question with unknown words replaced by similar ones from the caller's own documents. */
    didYouMean: z.string().nullable(),
  }),
} as const satisfies Endpoint;
export type SearchSuggestions = z.infer<typeof searchSuggestions.result>;

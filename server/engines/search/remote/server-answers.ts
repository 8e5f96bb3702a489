import { z } from 'zod';
import type { FetchedPassage } from './candidate-index.ts';
import { type StoredDocument, storedDocument, storedPassage } from './document-records.ts';
import { SearchServerError } from './search-server.ts';

/** A hit of any kind; `_source` is what the query asked for. */
const searchAnswer = z.object({
  timed_out: z.boolean(),
  /** Parts of the index that did not answer are left out of the hits and counts. */
  _shards: z.object({ failed: z.number() }).optional(),
  hits: z.object({
    /** The number of all matches, where the query asks for it. */
    total: z.object({ value: z.number() }).optional(),
    hits: z.array(
      z.object({
        _score: z.number().nullable(),
        _source: z.unknown(),
        matched_queries: z.array(z.string()).optional(),
      }),
    ),
  }),
  aggregations: z.unknown().optional(),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;
type ServerHit = SearchAnswer['hits']['hits'][number];

const failedSearch = z.object({
  status: z.number(),
  error: z.object({ type: z.string().optional(), reason: z.string().nullish() }),
});
const multipleAnswers = z.object({ responses: z.array(z.union([searchAnswer, failedSearch])) });

export const parseSearchAnswer = (answer: unknown): SearchAnswer => complete(searchAnswer.parse(answer));

/** Parses the answers of several searches. @throws when one of them failed. */
export const parseMultipleAnswers = (answer: unknown): SearchAnswer[] =>
  multipleAnswers.parse(answer).responses.map((each) => {
    if ('error' in each)
      throw new SearchServerError(
        `The search server answered: ${each.error.reason ?? each.status}`,
        each.status,
        each.error.type,
      );
    return complete(each);
  });

/** An answer without a part of the passages would rank wrongly, without a word. */
function complete(answer: SearchAnswer): SearchAnswer {
  const isPartial = answer.timed_out || (answer._shards?.failed ?? 0) > 0;
  if (isPartial) throw new SearchServerError('The search server answered in part only.', 0);
  return answer;
}

const documentSource = z.object({ version: z.number(), stored: storedDocument });
const passageSource = z.object({
  document: z.number(),
  version: z.number(),
  position: z.number(),
  stored: storedPassage.extend({ vector: z.string().optional(), fingerprint: z.string().optional() }),
});

export interface DocumentHit extends StoredDocument {
  readonly version: number;
  readonly score: number;
  /** Names of the parts of the query that the document matched. */
  readonly matched: readonly string[];
}

export function toDocument({ _source, _score, matched_queries: matched = [] }: ServerHit): DocumentHit {
  const { version, stored } = documentSource.parse(_source);
  return { ...stored, version, score: _score ?? 0, matched };
}

export interface PassageHit extends FetchedPassage {
  readonly score: number;
  /** Fingerprint of the vector. */
  readonly fingerprint?: string | undefined;
}

export function toPassage({ _source, _score }: ServerHit): PassageHit {
  const { document: documentId, version, position, stored } = passageSource.parse(_source);
  const { chunk, analysis, vector, fingerprint } = stored;
  return {
    ...{ documentId, version, position, chunk, fingerprint },
    analysis: Buffer.from(analysis, 'base64'),
    ...(vector !== undefined && { vector: new Int8Array(Buffer.from(vector, 'base64')) }),
    score: _score ?? 0,
  };
}

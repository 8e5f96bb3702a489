import { z } from 'zod';
import { passageKey, storedDocument, storedPassage } from './document-records.ts';
import { type SearchServer, SearchServerError } from './search-server.ts';

export const documentAnswer = z.object({
  _source: z.looseObject({ version: z.number(), stored: storedDocument }),
});
export const passageSource = z.looseObject({
  document: z.number(),
  version: z.number(),
  position: z.number(),
  stored: storedPassage.loose(),
});
const severalAnswers = z.object({
  docs: z.array(
    z.object({
      found: z.boolean().optional(),
      _source: z.unknown().optional(),
      error: z.object({ type: z.string(), reason: z.string().nullish() }).optional(),
    }),
  ),
});
const bulkAnswer = z.object({
  errors: z.boolean(),
  items: z.array(
    z.record(
      z.string(),
      z.object({ status: z.number(), error: z.object({ type: z.string(), reason: z.string() }).optional() }),
    ),
  ),
});
export const hitsAnswer = z.object({
  hits: z.object({ hits: z.array(z.object({ _source: passageSource })) }),
});
export const storedAnswer = z.object({ stored: storedDocument });

/**
 * Reads the answer to a request for several records, in their order.
 * @throws when the server could not read one, on a shard that is away for example: it may be there.
 */
export function readSeveral(answer: unknown) {
  const { docs } = severalAnswers.parse(answer);
  for (const { error } of docs) {
    if (error === undefined) continue;
    const message = `The search server could not read a record: ${(error.reason ?? '').slice(0, 200)}`;
    throw new SearchServerError(message, 503, error.type);
  }
  return docs;
}

/** @throws when the server has refused a change. Removing what is not there is no failure. */
export function assertApplied(answer: unknown): void {
  const { errors, items } = bulkAnswer.parse(answer);
  if (!errors) return;
  for (const item of items)
    for (const [action, { status, error }] of Object.entries(item)) {
      if (error === undefined || (action === 'delete' && status === 404)) continue;
      const message = `The search server refused a change: ${error.reason.slice(0, 200)}`;
      throw new SearchServerError(message, status, error.type);
    }
}

/** Passages are written in order: none follows a gap of so many. */
const KEYS_PER_REQUEST = 100;

/**
 * Returns the position after a document's last passage, looking from this one on. A document's record, which comes last, tells
 * nothing of the passages that were written before an interruption. Sees what no refresh has shown to searches yet.
 */
export async function findPassagesEnd(
  server: SearchServer,
  alias: string,
  documentId: number,
  from: number,
): Promise<number> {
  const docs = Array.from({ length: KEYS_PER_REQUEST }, (_, at) => ({
    _id: passageKey(documentId, from + at),
    routing: String(documentId),
  }));
  const answers = readSeveral(await server.send('POST', `/${alias}/_mget?_source=false`, { docs }));
  const last = answers.findLastIndex(({ found }) => found === true);
  return last < 0 ? from : findPassagesEnd(server, alias, documentId, from + last + 1);
}

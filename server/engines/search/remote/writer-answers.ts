import { z } from 'zod';
import { storedDocument, storedPassage } from './document-records.ts';
import { SearchServerError } from './search-server.ts';

export const documentAnswer = z.object({
  _source: z.looseObject({ version: z.number(), stored: storedDocument }),
});
export const passageSource = z.looseObject({
  document: z.number(),
  version: z.number(),
  position: z.number(),
  stored: storedPassage.loose(),
});
export const severalAnswers = z.object({
  docs: z.array(z.object({ found: z.boolean().optional(), _source: z.unknown().optional() })),
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

import type { Context } from '#server/app/context.ts';
import { chooseMethod } from '#server/engines/search/retrieval/choose-method.ts';
import type { Query } from '#server/engines/search/search-engine.ts';
import { ModelError } from '#server/engines/models/model-error.ts';
import { fingerprintOf } from './embedding-fingerprint.ts';

/** A pasted page's beginning says what is meant, and no model reads much more. */
const LONGEST = 2_000;

/** The question with its vector, where a model makes vectors and the method wants them; `null` when it failed. */
export async function embedQuestion(
  { embeddingModel, log }: Pick<Context, 'embeddingModel' | 'log'>,
  query: Pick<Query, 'text' | 'method'>,
): Promise<Pick<Query, 'embedding'>> {
  if (embeddingModel === undefined || (query.method ?? chooseMethod(query.text)) === 'keyword') return {};
  try {
    const asked = [query.text.slice(0, LONGEST)];
    const embedded = await embeddingModel.embed(asked, 'question', new AbortController().signal);
    const [vector] = embedded.vectors;
    return { embedding: vector === undefined ? null : { fingerprint: fingerprintOf(embedded), vector } };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    log.warn({ err: error }, 'a question has no vector');
    return { embedding: null };
  }
}

import type { Context } from '#server/app/context.ts';
import { ModelError } from '#server/engines/models/model-error.ts';
import { chooseMethod } from '#server/engines/search/retrieval/choose-method.ts';
import type { SearchQuery } from '#server/engines/search/search-engine.ts';
import { embeddingFingerprint } from './embedding-fingerprint.ts';

/** A pasted page's beginning says what is meant, and no model reads much more. */
const MAX_EMBEDDED_LENGTH = 2_000;

/** The question with its vector, where a model makes vectors and the method wants them; `null` when it failed. */
export async function embedQuestion(
  { embeddingModel, log }: Pick<Context, 'embeddingModel' | 'log'>,
  query: Pick<SearchQuery, 'text' | 'method'>,
): Promise<Pick<SearchQuery, 'queryEmbedding'>> {
  if (embeddingModel === undefined || (query.method ?? chooseMethod(query.text)) === 'keyword') return {};
  try {
    const texts = [query.text.slice(0, MAX_EMBEDDED_LENGTH)];
    const embedded = await embeddingModel.embed(texts, 'question', new AbortController().signal);
    const [vector] = embedded.vectors;
    return {
      queryEmbedding: vector === undefined ? null : { fingerprint: embeddingFingerprint(embedded), vector },
    };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    log.warn({ err: error }, 'a question has no vector');
    return { queryEmbedding: null };
  }
}

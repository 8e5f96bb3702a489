import type { EmbeddingModel, Embeddings } from '#server/engines/models/embedding-model.ts';
import { isAboutTheRequest } from '#server/engines/models/model-error.ts';

/** A word that says nothing of any document; every model takes it. */
export const PROBE_TEXT = 'document';

/** Shorter than this, a text is not refused for its length. */
const MIN_SPLIT_LENGTH = 40;

/** Vectors for all of the texts. One that the model refuses is shortened until it takes it: it must not hold up the others. */
export async function embedPassages(
  model: EmbeddingModel,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Embeddings> {
  try {
    return await model.embed(texts, 'passages', signal);
  } catch (error) {
    const [text = ''] = texts;
    if (!isAboutTheRequest(error) || text === PROBE_TEXT) throw error;
    if (texts.length === 1)
      return embedPassages(
        model,
        [text.length > MIN_SPLIT_LENGTH ? text.slice(0, text.length / 2) : PROBE_TEXT],
        signal,
      );
  }
  const [first, ...others] = await mapSequentially(texts, (text) => embedPassages(model, [text], signal));
  if (first === undefined) throw new Error('There are texts.');
  return { model: first.model, vectors: [first, ...others].flatMap(({ vectors }) => vectors) };
}

async function mapSequentially<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

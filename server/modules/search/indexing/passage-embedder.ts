import { setTimeout as wait } from 'node:timers/promises';
import type { Services } from '#server/app/context.ts';
import {
  type EmbeddingModel,
  type Embeddings,
  isInvalidRequest,
} from '#server/engines/models/model-engine.ts';
import type { PassagePosition } from '#server/engines/search/search-engine.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';

/** Keeps the parsing of a response, which is JSON, within milliseconds. */
const BATCH_SIZE = 16;
const MAX_TEXT_LENGTH = 2_000;
/** Texts that a model rejects are shortened down to this length. */
const MIN_SPLIT_LENGTH = 40;
const POLL_INTERVAL_MS = 1_000;
const FIRST_POSITION: PassagePosition = { versionKey: 0, position: 0 };
/** Accepted by every model: used to learn its dimensions, and in place of texts that it rejects. */
const PROBE_TEXT = 'document';

export interface PassageEmbedder {
  /** Looks for passages without a vector until `stop`. */
  start(): void;
  stop(): Promise<void>;
}

/**
 * Computes vectors for passages that have none, in the background. The index itself knows which ones are missing, so that
 * the work simply continues after a crash, an outage or a change of the model.
 */
export function createPassageEmbedder(services: Services, model: EmbeddingModel): PassageEmbedder {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isFailing = false;
  let running: Promise<void> | undefined;
  const batches = createBatches(services, model, signal);

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const hasMore = await batches.embedNext();
        isFailing = false;
        if (hasMore) continue;
      } catch (error) {
        batches.restart();
        if (!isFailing && !signal.aborted)
          services.log.error({ err: error }, 'embedding passages failed and will be retried');
        isFailing = true;
      }
      await wait(POLL_INTERVAL_MS, undefined, { signal }).catch(() => {});
    }
  }

  return {
    start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Iterates over the index batch by batch, for as long as the same model answers. */
function createBatches({ searchIndex, ...services }: Services, model: EmbeddingModel, signal: AbortSignal) {
  let fingerprint: string | undefined;
  let after = FIRST_POSITION;
  return {
    /** Starts from the first position again, because a rebuilt index numbers its passages anew. */
    restart() {
      after = FIRST_POSITION;
    },
    /** Returns whether there may be more. */
    async embedNext(): Promise<boolean> {
      // While AI search is turned off, no text may be sent to the model.
      if (!(await loadSettings(services)).enableAISearch) return false;
      // The fingerprint includes the dimensions, which only a response tells.
      fingerprint ??= searchIndex.computeFingerprint(
        (await model.embed([PROBE_TEXT], 'passages', signal)).model,
      );
      const passages = await searchIndex.listUnembedded(fingerprint, after, BATCH_SIZE);
      const last = passages.at(-1);
      if (last === undefined) return false;
      const texts = passages.map(({ text }) => text.slice(0, MAX_TEXT_LENGTH) || PROBE_TEXT);
      const embedded = await embedPassages(model, texts, signal);
      const { dimensions } = embedded.model;
      const haveSameDimensions = embedded.vectors.every(({ length }) => length === dimensions);
      if (searchIndex.computeFingerprint(embedded.model) !== fingerprint || !haveSameDimensions) {
        // Another model now answers under the same name; its vectors replace all others.
        fingerprint = undefined;
        after = FIRST_POSITION;
        return true;
      }
      const vectors = passages.flatMap(({ text: _, ...passage }, index) => {
        const vector = embedded.vectors[index];
        return vector === undefined ? [] : [{ ...passage, vector }];
      });
      await searchIndex.putEmbeddings(fingerprint, vectors);
      after = { indexId: last.indexId, versionKey: last.versionKey, position: last.position };
      return true;
    },
  };
}

/** Embeds all texts. A text that the model rejects is shortened until it is accepted, so that it does not block the others. */
async function embedPassages(
  model: EmbeddingModel,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<Embeddings> {
  try {
    return await model.embed(texts, 'passages', signal);
  } catch (error) {
    const [text = ''] = texts;
    if (!isInvalidRequest(error) || text === PROBE_TEXT) throw error;
    if (texts.length === 1) {
      const shorter = text.length > MIN_SPLIT_LENGTH ? text.slice(0, text.length / 2) : PROBE_TEXT;
      return embedPassages(model, [shorter], signal);
    }
  }
  const results: Embeddings[] = [];
  for (const text of texts) results.push(await embedPassages(model, [text], signal));
  const [first] = results;
  if (first === undefined) throw new Error('No texts to embed.');
  return { model: first.model, vectors: results.flatMap(({ vectors }) => vectors) };
}

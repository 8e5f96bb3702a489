import { setTimeout as wait } from 'node:timers/promises';
import type { Services } from '#server/app/context.ts';
import type { EmbeddingModel } from '#server/engines/models/embedding-model.ts';
import { type PassagePosition, quantize } from '#server/engines/search/storage/passage-vectors.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import { embeddingFingerprint } from '../embedding-fingerprint.ts';
import { embedPassages, PROBE_TEXT } from './embed-passages.ts';

/** So few that their vectors as JSON are read in some milliseconds. */
const BATCH_SIZE = 16;
const MAX_TEXT_LENGTH = 2_000;
const POLL_INTERVAL_MS = 1_000;
const FIRST_POSITION: PassagePosition = { versionKey: 0, position: 0 };

export interface PassageEmbedder {
  /** Keeps looking until `stop`. */
  start(): void;
  stop(): Promise<void>;
}

/**
 * Has a model make vectors of passages that have none, in the background. Which ones have none is in the index itself, so a
 * crash, an outage and another model need nothing but to go on; what was made is never made again.
 */
export function createPassageEmbedder(services: Services, model: EmbeddingModel): PassageEmbedder {
  const stopping = new AbortController();
  const { signal } = stopping;
  let fingerprint: string | undefined;
  let after = FIRST_POSITION;
  let isFailing = false;
  let running: Promise<void> | undefined;

  /** @returns whether there may be more. */
  async function embedNextBatch(): Promise<boolean> {
    // Turned off, not a word goes to the server.
    if (!(await loadSettings(services)).enableAISearch) return false;
    // How long the model's vectors are is part of it.
    fingerprint ??= embeddingFingerprint(await model.embed([PROBE_TEXT], 'passages', signal));
    const passages = await services.searchIndex.listUnembedded(fingerprint, after, BATCH_SIZE);
    const last = passages.at(-1);
    if (last === undefined) return false;
    const texts = passages.map(({ text }) => text.slice(0, MAX_TEXT_LENGTH) || PROBE_TEXT);
    const embedded = await embedPassages(model, texts, signal);
    const { dimensions } = embedded.model;
    const haveSameDimensions = embedded.vectors.every(({ length }) => length === dimensions);
    if (embeddingFingerprint(embedded) !== fingerprint || !haveSameDimensions) {
      // Another model answers under the same name: with it everything begins anew.
      fingerprint = undefined;
      after = FIRST_POSITION;
      return true;
    }
    const vectors = passages.flatMap(({ text: _, ...place }, at) => {
      const vector = embedded.vectors[at];
      return vector === undefined ? [] : [{ ...place, vector: quantize(vector) }];
    });
    await services.searchIndex.putEmbeddings(fingerprint, vectors);
    after = { versionKey: last.versionKey, position: last.position };
    return true;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        const isMore = await embedNextBatch();
        isFailing = false;
        if (isMore) continue;
      } catch (error) {
        // An index that was begun anew counts its places from the beginning.
        after = FIRST_POSITION;
        if (!isFailing && !signal.aborted)
          services.log.error({ err: error }, 'passages wait for their vectors');
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

import { setTimeout as wait } from 'node:timers/promises';
import type { Services } from '#server/app/context.ts';
import { loadSettings } from '#server/modules/settings/load-settings.ts';
import { type PassagePlace, quantise } from '#server/engines/search/storage/passage-vectors.ts';
import type { EmbeddingModel } from '#server/engines/models/embedding-model.ts';
import { embedPassages, probe } from './embed-passages.ts';
import { fingerprintOf } from '../embedding-fingerprint.ts';

/** So few that their vectors as JSON are read in some milliseconds. */
const BATCH = 16;
const LONGEST_TEXT = 2_000;
const LOOK_EVERY_MS = 1_000;
const BEGINNING: PassagePlace = { key: 0, position: 0 };

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
  let after = BEGINNING;
  let isFailing = false;
  let running: Promise<void> | undefined;

  /** @returns whether there may be more. */
  async function embedSome(): Promise<boolean> {
    // Turned off, not a word goes to the server.
    if (!(await loadSettings(services)).enableAISearch) return false;
    // How long the model's vectors are is part of it.
    fingerprint ??= fingerprintOf(await model.embed([probe], 'passages', signal));
    const passages = await services.index.unembedded(fingerprint, after, BATCH);
    const last = passages.at(-1);
    if (last === undefined) return false;
    const texts = passages.map(({ text }) => text.slice(0, LONGEST_TEXT) || probe);
    const embedded = await embedPassages(model, texts, signal);
    const { dimensions } = embedded.model;
    const areAlike = embedded.vectors.every(({ length }) => length === dimensions);
    if (fingerprintOf(embedded) !== fingerprint || !areAlike) {
      // Another model answers under the same name: with it everything begins anew.
      fingerprint = undefined;
      after = BEGINNING;
      return true;
    }
    const vectors = passages.flatMap(({ text: _, ...place }, at) => {
      const vector = embedded.vectors[at];
      return vector === undefined ? [] : [{ ...place, vector: quantise(vector) }];
    });
    await services.index.embed(fingerprint, vectors);
    after = { key: last.key, position: last.position };
    return true;
  }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      try {
        const isMore = await embedSome();
        isFailing = false;
        if (isMore) continue;
      } catch (error) {
        // An index that was begun anew counts its places from the beginning.
        after = BEGINNING;
        if (!isFailing && !signal.aborted)
          services.log.error({ err: error }, 'passages wait for their vectors');
        isFailing = true;
      }
      await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  return {
    start() {
      running = work();
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

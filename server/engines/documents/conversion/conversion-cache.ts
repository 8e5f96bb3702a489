import { setTimeout as wait } from 'node:timers/promises';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import type { DocumentSource } from '../document-source.ts';
import { createBoundedCache } from '../rendering/bounded-cache.ts';
import { createRenderingLimit } from '../rendering/limit-rendering.ts';
import type { PageCache } from '../rendering/page-cache.ts';
import type { DocumentConverter, TargetFormat } from './document-converter.ts';

/** More than a letter takes. */
const MAX_WAIT_MS = 15_000;
/**
 * A busy machine may lack the time or memory for an intact document. The pause doubles with each failure, since a damaged one
 * costs a process each time.
 */
const RETRY_AFTER_MS = 10 * 60_000;
const MAX_DOUBLINGS = 7;

interface Failure {
  /** On the clock of this process. */
  readonly at: number;
  /** How often the conversion failed before. */
  readonly before: number;
}

interface ConversionTimes {
  readonly maxWaitMs?: number;
  readonly retryAfterMs?: number;
  readonly clock?: () => number;
}

export interface ConversionCache {
  /** Returns the format that documents of that type are converted to, or undefined if there is no program for it. */
  targetFormatOf(type: string): Promise<TargetFormat | undefined>;
  /**
   * Returns the converted document, stored in the cache's temporary store; undefined if the conversion failed some minutes ago at
   * most (up to a day after several failures), or there is no program for it. Unless `isPatient`, also if a PDF takes too long:
   * later callers get it.
   */
  convert(document: DocumentSource, options: { isPatient: boolean }): Promise<StoredBlob | undefined>;
  /** Resolves when no conversion runs any more. */
  whenIdle(): Promise<void>;
}

/** Converts a document once and caches the result; one at a time, because the programs take a core and much memory. */
export function createConversionCache(
  converter: DocumentConverter,
  cache: Pick<PageCache, 'findStored' | 'store'>,
  {
    maxWaitMs = MAX_WAIT_MS,
    retryAfterMs = RETRY_AFTER_MS,
    clock = () => performance.now(),
  }: ConversionTimes = {},
): ConversionCache {
  const limit = createRenderingLimit(1);
  const failures = createBoundedCache<Failure>();
  const pending = new Map<string, Promise<StoredBlob | undefined>>();

  async function make(name: string, { type, owner, bytes }: DocumentSource): Promise<StoredBlob | undefined> {
    const made = await limit(owner, () => converter.convert(type, bytes));
    if (!made) {
      failures.set(name, { at: clock(), before: (failures.get(name)?.before ?? -1) + 1 });
      return undefined;
    }
    try {
      return await cache.store(name, await made.bytes());
    } finally {
      await made.remove();
    }
  }

  function findOrMake(name: string, document: DocumentSource): Promise<StoredBlob | undefined> {
    const found = pending.get(name) ?? make(name, document).finally(() => pending.delete(name));
    pending.set(name, found);
    return found;
  }

  const hasFailed = (name: string): boolean => {
    const failure = failures.get(name);
    if (!failure) return false;
    return clock() - failure.at < retryAfterMs * 2 ** Math.min(failure.before, MAX_DOUBLINGS);
  };

  return {
    targetFormatOf: (type) => converter.targetFormatOf(type),
    async convert(document, { isPatient }) {
      const form = await converter.targetFormatOf(document.type);
      if (form === undefined) return undefined;
      const name = `${document.key} as ${form}`;
      const found = await cache.findStored(name);
      if (found || hasFailed(name)) return found;
      const conversion = findOrMake(name, document);
      // An image has no text to render instead.
      return form === 'pdf' && !isPatient ? waitForResult(conversion, maxWaitMs) : conversion;
    },
    async whenIdle() {
      await Promise.allSettled(pending.values());
    },
  };
}

/** Returns undefined if the work takes longer; it goes on. */
async function waitForResult<T>(work: Promise<T>, maxWaitMs: number): Promise<T | undefined> {
  const enough = new AbortController();
  const late = wait(maxWaitMs, undefined, { signal: enough.signal, ref: false }).catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    enough.abort();
    // Prevents an unhandled rejection if no caller waits any longer.
    work.catch(() => undefined);
  }
}

import { setTimeout as wait } from 'node:timers/promises';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import type { DocumentSource } from '../document-source.ts';
import { createBoundedCache } from '../rendering/bounded-cache.ts';
import { createRenderingLimit } from '../rendering/limit-rendering.ts';
import type { PageCache } from '../rendering/page-cache.ts';
import type { DocumentConverter } from './document-converter.ts';

/** More than a letter takes. */
const MAX_WAIT_MS = 15_000;

type TargetFormat = NonNullable<Awaited<ReturnType<DocumentConverter['targetFormatOf']>>>;

export interface ConversionCache {
  /**
   * Returns the converted document, stored in the cache's temporary store. There is no blob if the conversion failed, or if a
   * PDF takes too long: the caller renders the document's text, and later callers get the PDF.
   */
  convert(
    document: DocumentSource,
  ): Promise<{ form: TargetFormat; blob: StoredBlob | undefined } | undefined>;
}

/** Converts a document once and caches the result; one at a time, because the programs take a core and much memory. */
export function createConversionCache(
  converter: DocumentConverter,
  cache: PageCache,
  maxWaitMs = MAX_WAIT_MS,
): ConversionCache {
  const limit = createRenderingLimit(1);
  const failures = createBoundedCache<true>();
  const pending = new Map<string, Promise<StoredBlob | undefined>>();

  async function make(name: string, { type, owner, bytes }: DocumentSource): Promise<StoredBlob | undefined> {
    const made = await limit(owner, () => converter.convert(type, bytes));
    if (!made) {
      failures.set(name, true);
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

  async function waitForResult<T>(work: Promise<T>): Promise<T | undefined> {
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

  return {
    async convert(document) {
      const form = await converter.targetFormatOf(document.type);
      if (form === undefined) return undefined;
      const name = `${document.key} as ${form}`;
      const found = cache.findBlob(name);
      if (found || failures.get(name)) return { form, blob: found };
      const pending = findOrMake(name, document);
      // An image has no text to render instead.
      return { form, blob: await (form === 'pdf' ? waitForResult(pending) : pending) };
    },
  };
}

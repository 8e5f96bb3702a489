import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { StoredBlob } from '#server/engines/storage/blob-store.ts';
import type { DocumentConverter } from './document-converter.ts';
import { createNewestResults } from '../rendering/bounded-cache.ts';
import type { PageCache } from '../rendering/page-cache.ts';
import { createTurns } from '../rendering/semaphore.ts';

/** More than a letter takes. */
const PATIENCE_MS = 15_000;

interface Convertible {
  /** Names bytes that never change. */
  readonly key: string;
  readonly type: string;
  bytes(): Promise<Readable>;
}

type Form = NonNullable<Awaited<ReturnType<DocumentConverter['formOf']>>>;

export interface ConvertedDocuments {
  /**
   * What this machine makes of it lies in the cache's spool; no blob when it could make nothing of this document, or a PDF is long
   * in coming: who waits is served by the document's text, and who comes later by the PDF.
   */
  of(document: Convertible): Promise<{ form: Form; blob: StoredBlob | undefined } | undefined>;
}

/** Converted once and kept as drawn pages are; one at a time, since the programs take a core and much memory. */
export function createConvertedDocuments(
  converter: DocumentConverter,
  cache: PageCache,
  patienceMs = PATIENCE_MS,
): ConvertedDocuments {
  const turns = createTurns(1);
  const failures = createNewestResults<true>();
  const making = new Map<string, Promise<StoredBlob | undefined>>();

  async function make(name: string, { type, bytes }: Convertible): Promise<StoredBlob | undefined> {
    const made = await turns.run(() => converter.convert(type, bytes));
    if (!made) {
      failures.set(name, true);
      return undefined;
    }
    try {
      return await cache.keep(name, await made.bytes());
    } finally {
      await made.remove();
    }
  }

  function findOrMake(name: string, document: Convertible): Promise<StoredBlob | undefined> {
    const found = making.get(name) ?? make(name, document).finally(() => making.delete(name));
    making.set(name, found);
    return found;
  }

  async function withPatience<T>(work: Promise<T>): Promise<T | undefined> {
    const enough = new AbortController();
    const late = wait(patienceMs, undefined, { signal: enough.signal, ref: false }).catch(() => undefined);
    try {
      return await Promise.race([work, late]);
    } finally {
      enough.abort();
      // Nobody may be left to hear of it.
      work.catch(() => undefined);
    }
  }

  return {
    async of(document) {
      const form = await converter.formOf(document.type);
      if (form === undefined) return undefined;
      const name = `${document.key} as ${form}`;
      const found = cache.find(name);
      if (found || failures.get(name)) return { form, blob: found };
      const making = findOrMake(name, document);
      // A picture has no text to be served by.
      return { form, blob: await (form === 'pdf' ? withPatience(making) : making) };
    },
  };
}

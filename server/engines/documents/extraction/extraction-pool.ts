import { availableParallelism } from 'node:os';
import pLimit, { type LimitFunction } from 'p-limit';
import type { DocumentType, Extraction } from '../blocks/document-text.ts';
import type { DocumentSource } from '../document-source.ts';
import { OwnerProcesses } from '../owner-processes.ts';
import {
  type ExtractionProcess,
  type ExtractionProcessLimits,
  startExtractionProcess,
} from './extraction-process.ts';

const MEGABYTE = 1024 * 1024;
/** Text beyond this (a novel has 1 MB) is cut. */
const MAX_TEXT_LENGTH = 20 * MEGABYTE;
/** An archive, such as a DOCX file, is read only up to this size unpacked. */
const MAX_INFLATED_BYTES = 300 * MEGABYTE;
const EXTRACTION_TIMEOUT_MS = 60_000;
const MAX_PROCESSES = 8;
/** A process ends after this many documents, so that leaked memory and traces of a document do not accumulate. */
const DOCUMENTS_PER_PROCESS = 50;

/** Reads documents in child processes, so that a malicious one can neither stop nor fill the server. */
export function createTextExtractor(options: { processes?: number; memoryMb?: number } = {}): ExtractionPool {
  // For the documents of one owner all cores but one, which serves requests; at least two, since a bad document may occupy one
  // for a minute. One more for those of others. At most as many as fit in memory.
  const perOwner = Math.max(2, availableParallelism() - 1);
  const processes = options.processes ?? Math.min(MAX_PROCESSES, perOwner + 1);
  return new ExtractionPool(new URL('./extraction-child.ts', import.meta.url), processes, {
    timeoutMs: EXTRACTION_TIMEOUT_MS,
    memoryMb: options.memoryMb ?? 512,
    maxInflated: MAX_INFLATED_BYTES,
    maxText: MAX_TEXT_LENGTH,
  });
}

interface ExtractableDocument extends Pick<DocumentSource, 'owner' | 'bytes'> {
  readonly type: DocumentType;
}

/** Reads at most `concurrency` documents at a time; the rest wait in order. Processes start when they are first needed. */
export class ExtractionPool {
  readonly concurrency: number;
  readonly #limit: LimitFunction;
  readonly #closing = new AbortController();
  readonly #processes: OwnerProcesses<ExtractionProcess>;

  constructor(file: URL, concurrency: number, limits: ExtractionProcessLimits) {
    this.concurrency = concurrency;
    this.#limit = pLimit(concurrency);
    this.#processes = new OwnerProcesses(() => startExtractionProcess(file, limits), {
      maxIdle: concurrency,
      keepsSpare: false,
    });
  }

  /**
   * Rejects only for failures that are not the document's fault: no process starts, the source fails or stalls, `signal`
   * aborts, or `close` is called.
   */
  async extract(document: ExtractableDocument, signal?: AbortSignal): Promise<Extraction> {
    const ended = signal ? AbortSignal.any([signal, this.#closing.signal]) : this.#closing.signal;
    return runWithinLimit(this.#limit, ended, async () => {
      const { extraction, isFirst } = await this.#extractOnce(document, ended);
      // An earlier document may have filled or broken the process: this one gets a process of its own.
      if (!isFirst && isProcessFailure(extraction))
        return (await this.#extractOnce(document, ended)).extraction;
      return extraction;
    });
  }

  /** Ends all processes; resolves when they are gone. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('the text extractor is closed'));
    await this.#processes.close();
  }

  async #extractOnce(
    { owner, type, bytes }: ExtractableDocument,
    signal: AbortSignal,
  ): Promise<{ extraction: Extraction; isFirst: boolean }> {
    const process = this.#processes.acquire(owner);
    const isFirst = process.handledCount() === 0;
    try {
      return { extraction: await process.extract(type, bytes, signal), isFirst };
    } finally {
      await this.#processes.release(owner, process, process.handledCount() < DOCUMENTS_PER_PROCESS);
    }
  }
}

/** Rejects at once if `signal` aborts before the work begins; afterwards the work itself has to end. */
async function runWithinLimit<T>(
  limit: LimitFunction,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const begun = new AbortController();
  const result = limit(() => {
    signal.throwIfAborted();
    begun.abort();
    return work();
  });
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { signal: begun.signal });
  });
  result.catch(() => undefined); // Rejects later as well, when its turn comes after the abort.
  return Promise.race([result, aborted]);
}

function isProcessFailure(extraction: Extraction): boolean {
  return (
    extraction.status === 'failed' &&
    extraction.reasons.some(({ code }) => code === 'crashed' || code === 'out-of-memory')
  );
}

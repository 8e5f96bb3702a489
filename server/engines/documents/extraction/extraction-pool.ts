import type { Readable } from 'node:stream';
import pLimit, { type LimitFunction } from 'p-limit';
import type { DocumentType, Extraction } from '../blocks/document-text.ts';
import {
  type ExtractionProcess,
  type ExtractionProcessLimits,
  startExtractionProcess,
} from './extraction-process.ts';

/** A process ends after this many documents, so that leaked memory and traces of a document do not accumulate. */
const DOCUMENTS_PER_PROCESS = 50;

export interface TextExtractor {
  /** Documents that are read at a time. */
  readonly concurrency: number;
  /**
   * Rejects only for what is not the document's fault: no process starts, the source fails or stalls, `signal` aborts, or
   * `close` is called.
   */
  extract(type: DocumentType, bytes: () => Promise<Readable>, signal?: AbortSignal): Promise<Extraction>;
  /** Ends all processes; resolves when they are gone. */
  close(): Promise<void>;
}

/** Reads at most `processes` documents at a time; the rest wait in order. Processes start when they are first needed. */
export function createExtractionPool(
  file: URL,
  processes: number,
  limits: ExtractionProcessLimits,
): TextExtractor {
  const closing = new AbortController();
  const allProcesses = new Set<ExtractionProcess>();
  const idle: ExtractionProcess[] = [];
  const limit = pLimit(processes);

  function acquireProcess(): ExtractionProcess {
    for (let process = idle.pop(); process; process = idle.pop()) {
      if (process.isHealthy()) return process;
      allProcesses.delete(process);
    }
    const process = startExtractionProcess(file, limits);
    allProcesses.add(process);
    return process;
  }

  async function releaseProcess(process: ExtractionProcess): Promise<void> {
    if (process.isHealthy() && process.handledCount() < DOCUMENTS_PER_PROCESS) {
      idle.push(process);
      return;
    }
    await process.end();
    allProcesses.delete(process);
  }

  async function runOnce(
    type: DocumentType,
    bytes: () => Promise<Readable>,
    signal: AbortSignal,
  ): Promise<{ extraction: Extraction; isFirst: boolean }> {
    const process = acquireProcess();
    const isFirst = process.handledCount() === 0;
    try {
      return { extraction: await process.extract(type, bytes, signal), isFirst };
    } finally {
      await releaseProcess(process);
    }
  }

  return {
    concurrency: processes,
    async extract(type, bytes, signal) {
      const ended = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      return runWithinLimit(limit, ended, async () => {
        const { extraction, isFirst } = await runOnce(type, bytes, ended);
        // An earlier document may have filled or broken the process: this one gets a process of its own.
        if (!isFirst && isProcessFailure(extraction)) return (await runOnce(type, bytes, ended)).extraction;
        return extraction;
      });
    },
    async close() {
      closing.abort(new Error('the text extractor is closed'));
      await Promise.all([...allProcesses].map((process) => process.end()));
    },
  };
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

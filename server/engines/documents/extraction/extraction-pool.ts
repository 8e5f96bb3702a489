import type { Readable } from 'node:stream';
import type { DocumentType, Extraction } from '../blocks/document-text.ts';
import {
  type ExtractionProcess,
  type ExtractionProcessLimits,
  startExtractionProcess,
} from './extraction-process.ts';

/** A process is given up after this many documents, so that what libraries leak or a document planted does not stay. */
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

/** At most `processes` documents at a time; the rest wait in order. Processes start when they are first needed. */
export function createExtractionPool(
  file: URL,
  processes: number,
  limits: ExtractionProcessLimits,
): TextExtractor {
  const closing = new AbortController();
  const allProcesses = new Set<ExtractionProcess>();
  const idle: ExtractionProcess[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;

  async function acquire(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (running >= processes) {
      await new Promise<void>((resolve, reject) => {
        const leave = (): void => {
          waiting.splice(waiting.indexOf(turn), 1);
          reject(signal.reason);
        };
        const turn = (): void => {
          signal.removeEventListener('abort', leave);
          resolve();
        };
        waiting.push(turn);
        signal.addEventListener('abort', leave, { once: true });
      });
    } else running += 1;
  }

  /** The turn passes on as it is, so that nobody who comes in between can take it. */
  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

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
      await acquire(ended);
      try {
        const { extraction, isFirst } = await runOnce(type, bytes, ended);
        // It may be an earlier document that filled or broke the process: this one is judged in a process of its own.
        if (!isFirst && isProcessFailure(extraction)) return (await runOnce(type, bytes, ended)).extraction;
        return extraction;
      } finally {
        release();
      }
    },
    async close() {
      closing.abort(new Error('the text extractor is closed'));
      await Promise.all([...allProcesses].map((process) => process.end()));
    },
  };
}

function isProcessFailure(extraction: Extraction): boolean {
  return (
    extraction.status === 'failed' &&
    extraction.reasons.some(({ code }) => code === 'crashed' || code === 'out-of-memory')
  );
}

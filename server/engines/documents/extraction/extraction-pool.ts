import type { Readable } from 'node:stream';
import type { DocumentType, Extraction } from '../blocks/document-text.ts';
import {
  CRASHED,
  type ExtractionProcess,
  type ProcessLimits,
  startExtractionProcess,
  TOO_MUCH_MEMORY,
} from './extraction-process.ts';

/** A process is given up after this many documents, so that what libraries leak or a document planted does not stay. */
const DOCUMENTS_PER_PROCESS = 50;

export interface TextExtractor {
  /** Documents that are read at a time. */
  readonly atOnce: number;
  /**
   * Rejects only for what is not the document's fault: no process starts, the source fails or stalls, `signal` aborts, or
   * `close` is called.
   */
  extract(type: DocumentType, bytes: () => Promise<Readable>, signal?: AbortSignal): Promise<Extraction>;
  /** Ends all processes; resolves when they are gone. */
  close(): Promise<void>;
}

/** At most `processes` documents at a time; the rest wait in order. Processes start when they are first needed. */
export function createExtractionPool(file: URL, processes: number, limits: ProcessLimits): TextExtractor {
  const closing = new AbortController();
  const live = new Set<ExtractionProcess>();
  const idle: ExtractionProcess[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;

  async function takeTurn(signal: AbortSignal): Promise<void> {
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
  function passTurn(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  function takeProcess(): ExtractionProcess {
    for (let process = idle.pop(); process; process = idle.pop()) {
      if (process.isHealthy()) return process;
      live.delete(process);
    }
    const process = startExtractionProcess(file, limits);
    live.add(process);
    return process;
  }

  async function giveBack(process: ExtractionProcess): Promise<void> {
    if (process.isHealthy() && process.served() < DOCUMENTS_PER_PROCESS) {
      idle.push(process);
      return;
    }
    await process.end();
    live.delete(process);
  }

  async function runOnce(
    type: DocumentType,
    bytes: () => Promise<Readable>,
    signal: AbortSignal,
  ): Promise<{ extraction: Extraction; isFirst: boolean }> {
    const process = takeProcess();
    const isFirst = process.served() === 0;
    try {
      return { extraction: await process.run(type, bytes, signal), isFirst };
    } finally {
      await giveBack(process);
    }
  }

  return {
    atOnce: processes,
    async extract(type, bytes, signal) {
      const ended = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;
      await takeTurn(ended);
      try {
        const { extraction, isFirst } = await runOnce(type, bytes, ended);
        // It may be an earlier document that filled or broke the process: this one is judged in a process of its own.
        if (!isFirst && isEndOfProcess(extraction)) return (await runOnce(type, bytes, ended)).extraction;
        return extraction;
      } finally {
        passTurn();
      }
    },
    async close() {
      closing.abort(new Error('the text extractor is closed'));
      await Promise.all([...live].map((process) => process.end()));
    },
  };
}

function isEndOfProcess(extraction: Extraction): boolean {
  return (
    extraction.status === 'failed' && (extraction.reason === CRASHED || extraction.reason === TOO_MUCH_MEMORY)
  );
}

import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ChildEnded, type ChildLimits, startChild } from '#server/engines/sandbox/sandboxed-child.ts';
import type { DocumentType, Extraction } from '../blocks/document-text.ts';
import { type DocumentLimits, TOO_LONG } from './extract-document.ts';
import { readReply } from './extraction-protocol.ts';

const HERE = new URL('.', import.meta.url);
/** Where what both sides make of a text's bytes is written down. */
const SHARED = new URL('../../../shared/domain/', import.meta.url);

export const TOO_MUCH_MEMORY = 'This file needs too much memory to be read.';
export const CRASHED = 'This file stopped the reader and cannot be read.';

const REASONS: Record<ChildEnded['problem'], string> = {
  'too-long': TOO_LONG,
  'too-large': 'This file is too large to be read for search.',
  'out-of-memory': TOO_MUCH_MEMORY,
  damaged: CRASHED,
};

export type ProcessLimits = DocumentLimits & ChildLimits;

export interface ExtractionProcess {
  /** Documents that it has answered. */
  served(): number;
  /** False once it has ended, or a document has broken it. */
  isHealthy(): boolean;
  /** Rejects only for what is no document's fault: no process starts, the source fails or stalls, the signal aborts. */
  run(type: DocumentType, bytes: () => Promise<Readable>, signal: AbortSignal): Promise<Extraction>;
  /** Resolves when the process is gone from the system. */
  end(): Promise<void>;
}

export function startExtractionProcess(file: URL, limits: ProcessLimits): ExtractionProcess {
  const link = startChild({ file, folders: [HERE, SHARED], background: true }, limits);
  const { maxInflated, maxText, timeoutMs } = limits;
  let served = 0;
  return {
    served: () => served,
    isHealthy: link.isHealthy,
    end: link.end,
    async run(type, bytes, signal) {
      const message = { id: randomUUID(), type, maxInflated, maxText, timeoutMs };
      try {
        const read = link.ask({ message, bytes, signal, read: (frames) => readReply(frames, message) });
        const extraction = await read;
        served += 1;
        return extraction;
      } catch (error) {
        if (error instanceof ChildEnded) return { status: 'failed', reason: REASONS[error.problem] };
        throw error;
      }
    },
  };
}

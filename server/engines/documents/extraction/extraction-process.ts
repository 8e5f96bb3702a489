import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ChildFailedError, type ChildLimits, SandboxedChild } from '#server/engines/sandbox/sandbox.ts';
import type { DocumentType, Extraction, ExtractionReason } from '../blocks/document-text.ts';
import type { ExtractionLimits } from './extract-document.ts';
import { readExtractionReply } from './read-extraction-reply.ts';

const DOCUMENTS_FOLDER = new URL('..', import.meta.url);
/** Contains the text decoding that server and web share. */
const SHARED_DOMAIN_FOLDER = new URL('../../../../shared/domain/', import.meta.url);

const REASON_CODES = {
  'too-long': 'timeout',
  'too-large': 'too-large',
  'out-of-memory': 'out-of-memory',
  damaged: 'crashed',
} as const satisfies Record<ChildFailedError['problem'], ExtractionReason['code']>;

export type ExtractionProcessLimits = ExtractionLimits & ChildLimits;

export interface ExtractionProcess {
  /** Documents that it has answered. */
  handledCount(): number;
  /** False once it has ended, or a document has broken it. */
  isHealthy(): boolean;
  /** Rejects only for what is no document's fault: no process starts, the source fails or stalls, the signal aborts. */
  extract(type: DocumentType, bytes: () => Promise<Readable>, signal: AbortSignal): Promise<Extraction>;
  /** Resolves when the process is gone from the system. */
  end(): Promise<void>;
}

export function startExtractionProcess(file: URL, limits: ExtractionProcessLimits): ExtractionProcess {
  const child = new SandboxedChild(
    { file, folders: [DOCUMENTS_FOLDER, SHARED_DOMAIN_FOLDER], background: true },
    limits,
  );
  const { maxInflated, maxText, timeoutMs } = limits;
  let served = 0;
  return {
    handledCount: () => served,
    isHealthy: () => child.isHealthy(),
    end: () => child.end(),
    async extract(type, bytes, signal) {
      const message = { id: randomUUID(), type, maxInflated, maxText, timeoutMs };
      try {
        const read = child.request({
          message,
          bytes,
          signal,
          read: (frames) => readExtractionReply(frames, message),
        });
        const extraction = await read;
        served += 1;
        return extraction;
      } catch (error) {
        if (error instanceof ChildFailedError)
          return { status: 'failed', reasons: [{ code: REASON_CODES[error.problem] }] };
        throw error;
      }
    },
  };
}

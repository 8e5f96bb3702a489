import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import pLimit from 'p-limit';
import {
  ChildFailedError,
  type ChildLimits,
  parseFrame,
  type ReplyFrames,
  SandboxedChild,
} from '#server/engines/sandbox/sandbox.ts';
import type { DocumentSource } from '../document-source.ts';
import { documentTypeOfExtension } from '../extraction/detect-document-type.ts';
import { OwnerProcesses } from '../owner-processes.ts';
import { type HiddenFinding, MAX_FINDINGS, type TextFinding } from './finding.ts';
import { type FindingsRequest, findingsReply } from './findings-protocol.ts';

const DOCUMENTS_FOLDER = new URL('..', import.meta.url);
const SHARED_DOMAIN_FOLDER = new URL('../../../../shared/domain/', import.meta.url);
const CHILD = new URL('./findings-child.ts', import.meta.url);
const MAX_INFLATED_BYTES = 300 * 1024 * 1024;
const CONCURRENCY = 2;
/** A process ends after this many documents, so that leaked memory and traces of a document do not accumulate. */
const DOCUMENTS_PER_PROCESS = 100;
/** Checking this many takes about a millisecond; then others have their turn on the main thread. */
const FINDINGS_PER_SLICE = 200;

export interface Findings<T> {
  readonly findings: readonly T[];
  /** False when the document could not be read to its end, or contains more than is reported. */
  readonly isComplete: boolean;
}

/**
 * Finds personal data and hidden content in child processes, so that a malicious document can neither stop nor fill the server.
 */
export interface ContentInspector {
  /** Returns what a document contains beside its text. */
  findHidden(document: DocumentSource, signal?: AbortSignal): Promise<Findings<HiddenFinding>>;
  /** Returns what a text says; `blocks` are lines of JSON, as the caller stored them. */
  findInText(
    blocks: Pick<DocumentSource, 'owner' | 'bytes'>,
    signal?: AbortSignal,
  ): Promise<Findings<TextFinding>>;
}

export class InspectorPool implements ContentInspector {
  readonly #limit = pLimit(CONCURRENCY);
  readonly #processes: OwnerProcesses<InspectionProcess>;

  constructor(limits: ChildLimits) {
    this.#processes = new OwnerProcesses(() => startProcess(limits), {
      maxIdle: CONCURRENCY,
      keepsSpare: false,
    });
  }

  async findHidden(
    { owner, type: extension, bytes }: DocumentSource,
    signal?: AbortSignal,
  ): Promise<Findings<HiddenFinding>> {
    const type = documentTypeOfExtension(extension);
    if (!type) return { findings: [], isComplete: true };
    const request = { kind: 'hidden', id: randomUUID(), type, maxInflated: MAX_INFLATED_BYTES } as const;
    const { findings, isComplete } = await this.#ask(owner, request, bytes, signal);
    return { findings: findings.flatMap((finding) => ('start' in finding ? [] : finding)), isComplete };
  }

  async findInText(
    { owner, bytes }: Pick<DocumentSource, 'owner' | 'bytes'>,
    signal?: AbortSignal,
  ): Promise<Findings<TextFinding>> {
    const { findings, isComplete } = await this.#ask(
      owner,
      { kind: 'text', id: randomUUID() },
      bytes,
      signal,
    );
    return { findings: findings.flatMap((finding) => ('start' in finding ? finding : [])), isComplete };
  }

  close(): Promise<void> {
    return this.#processes.close();
  }

  #ask(
    owner: string,
    message: FindingsRequest,
    bytes: () => Promise<Readable>,
    signal?: AbortSignal,
  ): Promise<Findings<TextFinding | HiddenFinding>> {
    return this.#limit(async () => {
      signal?.throwIfAborted();
      const process = this.#processes.acquire(owner);
      process.handledCount += 1;
      try {
        const read = (frames: ReplyFrames) => readFindings(frames, message.id);
        return await process.child.request({ message, bytes, read, ...(signal && { signal }) });
      } catch (error) {
        if (error instanceof ChildFailedError) return { findings: [], isComplete: false };
        throw error;
      } finally {
        await this.#processes.release(owner, process, process.handledCount < DOCUMENTS_PER_PROCESS);
      }
    });
  }
}

type InspectionProcess = ReturnType<typeof startProcess>;

function startProcess(limits: ChildLimits) {
  const child = new SandboxedChild(
    { file: CHILD, folders: [DOCUMENTS_FOLDER, SHARED_DOMAIN_FOLDER], background: true },
    limits,
  );
  return { child, handledCount: 0, isHealthy: () => child.isHealthy(), end: () => child.end() };
}

/** Puts a reply together, trusting nothing: a child that a document has turned may write anything. */
async function readFindings(frames: ReplyFrames, id: string): Promise<Findings<TextFinding | HiddenFinding>> {
  const findings: (TextFinding | HiddenFinding)[] = [];
  for (;;) {
    const message = parseFrame((await frames.next()).value, findingsReply);
    if ('id' in message) {
      if (message.id !== id) throw new ChildFailedError('damaged', 'the reply is to another request');
      return { findings, isComplete: message.isComplete };
    }
    if (findings.length >= MAX_FINDINGS) throw new ChildFailedError('damaged', 'too many findings');
    findings.push(message);
    if (findings.length % FINDINGS_PER_SLICE === 0) await setImmediate();
  }
}

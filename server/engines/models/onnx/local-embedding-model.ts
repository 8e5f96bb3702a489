import { realpath, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  ChildFailedError,
  parseFrame,
  type ReplyFrames,
  SandboxedChild,
} from '#server/engines/sandbox/sandbox.ts';
import { createModelCircuitBreaker } from '../circuit-breaker.ts';
import {
  type EmbeddingModel,
  type EmbeddingPurpose,
  type Embeddings,
  MAX_DIMENSIONS,
  QUESTION_TIMEOUT_MS,
} from '../embedding-model.ts';
import { ModelError } from '../model-error.ts';
import { type EmbeddingRequest, embeddingReply } from './embedding-protocol.ts';
import { createModelLock } from './model-lock.ts';
import { UnusableModelFolderError } from './unusable-model-folder-error.ts';

const CHILD_FOLDER = new URL('.', import.meta.url);
const CHILD = new URL('./embedding-child.ts', import.meta.url);

/** Small, so that a question waits only for a few passages. */
const BATCH_SIZE = 4;
/** Half of the machine's memory, so that a leaking model is stopped before it takes the server's. */
const MAX_MEMORY_MB = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 / 1024 ** 2;
/** Includes loading a large model from a slow disk in the first run. */
const RUN_TIMEOUT_MS = 120_000;
const LIMITS = {
  runTimeoutMs: RUN_TIMEOUT_MS,
  questionTimeoutMs: QUESTION_TIMEOUT_MS,
  maxMemoryMb: MAX_MEMORY_MB,
};

export interface LocalEmbeddingModel extends EmbeddingModel {
  close(): Promise<void>;
}

/**
 * Opens the model in a local directory and runs it, with the runtime in that directory, in a sandboxed process. Throws
 * UnusableModelFolderError, with what to do, when it returns no vector at the start.
 */
export async function openLocalEmbeddingModel(
  path: string,
  limits: typeof LIMITS = LIMITS,
): Promise<LocalEmbeddingModel> {
  const modelProcess = createModelProcess(await resolveModelFolder(path), limits);
  const breaker = createModelCircuitBreaker(Date.now);
  try {
    await modelProcess.embed(['document'], 'passages', modelProcess.closing);
  } catch (error) {
    await modelProcess.close();
    throw toUnusableFolderError(error);
  }
  return {
    async embed(texts, purpose, signal) {
      if (!breaker.allowsRequest()) throw new ModelError('The model is paused after repeated failures');
      const late = new AbortController();
      const timer =
        purpose === 'question' &&
        setTimeout(() => late.abort(new ModelError('The model timed out')), limits.questionTimeoutMs);
      try {
        const anySignal = AbortSignal.any([signal, late.signal, modelProcess.closing]);
        const embedded = await modelProcess.embed(texts, purpose, anySignal);
        breaker.recordSuccess();
        return embedded;
      } catch (cause) {
        if (signal.aborted) throw cause;
        const error = toModelError(cause);
        if (!error.isInvalidRequest) breaker.recordFailure();
        throw error;
      } finally {
        if (timer) clearTimeout(timer);
      }
    },
    close: modelProcess.close,
  };
}

interface ModelProcess {
  /** Aborted when the model is closed. */
  closing: AbortSignal;
  embed(texts: readonly string[], purpose: EmbeddingPurpose, signal: AbortSignal): Promise<Embeddings>;
  close(): Promise<void>;
}

/** Starts the process that runs the model, and again with the next call after it has ended. */
function createModelProcess(directory: string, limits: typeof LIMITS): ModelProcess {
  const program = { file: CHILD, folders: [CHILD_FOLDER, pathToFileURL(directory + sep)], addons: true };
  const start = () =>
    new SandboxedChild(program, { timeoutMs: limits.runTimeoutMs, memoryMb: limits.maxMemoryMb });
  const lock = createModelLock();
  const closing = new AbortController();
  let link = start();

  /** Continues after an abort: a model that is still loading would otherwise never finish loading. */
  async function run(message: EmbeddingRequest, signal: AbortSignal): Promise<Embeddings> {
    const release = await lock.acquire(message.purpose, signal);
    const running = async (): Promise<Embeddings> => {
      try {
        closing.signal.throwIfAborted();
        if (!link.isHealthy()) link = start();
        const count = message.texts.length;
        const reply = await link.request({ message, read: (frames) => readReply(frames, count) });
        if (reply instanceof ModelError) throw reply;
        return reply;
      } finally {
        release();
      }
    };
    return withAbort(signal, running());
  }

  return {
    closing: closing.signal,
    async embed(texts, purpose, signal) {
      const parts = Array.from({ length: Math.ceil(texts.length / BATCH_SIZE) }, (_, index) =>
        texts.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE).map((text) => text.toWellFormed()),
      );
      let embedded: Embeddings | undefined;
      for (const part of parts) {
        const { model, vectors } = await run({ directory, purpose, texts: part }, signal);
        if (embedded !== undefined && JSON.stringify(model) !== JSON.stringify(embedded.model))
          throw new ModelError('The model changed during the request');
        embedded = { model, vectors: [...(embedded?.vectors ?? []), ...vectors] };
      }
      if (embedded === undefined) throw new Error('No texts to embed.');
      return embedded;
    },
    async close() {
      closing.abort(new ModelError('The model is closed'));
      await link.end();
    },
  };
}

async function resolveModelFolder(path: string): Promise<string> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UnusableModelFolderError(`${path} is not a directory`);
  // The child's read permission applies to the resolved path.
  return realpath(path);
}

/** Reads a reply. Throwing ends the process, so that a repaired directory is loaded again; a rejected text does not end it. */
async function readReply(frames: ReplyFrames, count: number): Promise<Embeddings | ModelError> {
  const reply = parseFrame((await frames.next()).value, embeddingReply);
  if (reply.status === 'unusable') throw new UnusableModelFolderError(reply.reason);
  if (reply.status === 'rejected') return new ModelError(reply.reason, { isInvalidRequest: true });
  const { model: name, dimensions } = reply;
  const { value: bytes } = await frames.next();
  const isComplete = bytes.length === count * dimensions * Float32Array.BYTES_PER_ELEMENT;
  if (!isComplete || dimensions > MAX_DIMENSIONS) throw new ChildFailedError('damaged');
  // Copied, because a frame is not aligned to 4 bytes.
  const numbers = new Float32Array(Uint8Array.from(bytes).buffer);
  const vectors = Array.from({ length: count }, (_, index) =>
    numbers.slice(index * dimensions, (index + 1) * dimensions),
  );
  return { model: { provider: 'onnx', name, dimensions }, vectors };
}

const CHILD_FAILURE_MESSAGES: Record<ChildFailedError['problem'], string> = {
  'too-long': 'the model timed out',
  'too-large': 'the model received too much input',
  'out-of-memory': 'the model exceeded its memory limit',
  damaged: 'the model stopped',
};

const toModelError = (cause: unknown): ModelError =>
  cause instanceof ModelError
    ? cause
    : new ModelError(
        cause instanceof ChildFailedError ? CHILD_FAILURE_MESSAGES[cause.problem] : 'The model cannot run',
        {
          cause,
        },
      );

const toUnusableFolderError = (cause: unknown): UnusableModelFolderError =>
  cause instanceof UnusableModelFolderError
    ? cause
    : new UnusableModelFolderError(`${toModelError(cause).message}: use a different model`, cause);

/** Rejects when the signal aborts; the work continues and its outcome is then ignored. */
function withAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  return promise;
}

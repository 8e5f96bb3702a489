import { realpath, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  ChildFailedError,
  parseFrame,
  type ReplyFrames,
  startSandboxedChild,
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

/** So few passages at a time that a question soon has its turn. */
const BATCH_SIZE = 4;
/** Half of the machine's, so that a model that takes ever more is stopped before it takes the room's. */
const MAX_MEMORY_MB = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 2 / 1024 ** 2;
/** Reading a large model from a slow disk is part of the first run. */
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
 * The model in a folder of this machine, run by the runtime that lies there too, in a process of its own: whatever it does,
 * nobody but who asked waits for it. Throws UnusableModelFolder with what to do when it gives no vector at the start.
 */
export async function openLocalEmbeddingModel(
  given: string,
  limits: typeof LIMITS = LIMITS,
): Promise<LocalEmbeddingModel> {
  const directory = await resolveModelFolder(given);
  const program = { file: CHILD, folders: [CHILD_FOLDER, pathToFileURL(directory + sep)], addons: true };
  const start = () =>
    startSandboxedChild(program, { timeoutMs: limits.runTimeoutMs, memoryMb: limits.maxMemoryMb });
  const breaker = createModelCircuitBreaker(Date.now);
  const lock = createModelLock();
  const closing = new AbortController();
  let link = start();

  /** Goes on to its end when nobody waits any more: a model that is still loading would otherwise never be loaded. */
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

  async function embed(texts: readonly string[], purpose: EmbeddingPurpose, signal: AbortSignal) {
    const parts = Array.from({ length: Math.ceil(texts.length / BATCH_SIZE) }, (_, at) =>
      texts.slice(at * BATCH_SIZE, (at + 1) * BATCH_SIZE).map((text) => text.toWellFormed()),
    );
    let embedded: Embeddings | undefined;
    for (const part of parts) {
      const { model, vectors } = await run({ directory, purpose, texts: part }, signal);
      if (embedded !== undefined && JSON.stringify(model) !== JSON.stringify(embedded.model))
        throw new ModelError('The model was exchanged in between');
      embedded = { model, vectors: [...(embedded?.vectors ?? []), ...vectors] };
    }
    if (embedded === undefined) throw new Error('There are texts.');
    return embedded;
  }

  const close = async (): Promise<void> => {
    closing.abort(new ModelError('The model is closed'));
    await link.end();
  };

  try {
    await embed(['document'], 'passages', closing.signal);
  } catch (error) {
    await close();
    throw toUnusableFolderError(error);
  }
  return {
    async embed(texts, purpose, signal) {
      if (!breaker.allowsRequest()) throw new ModelError('The model failed repeatedly and is left alone');
      const late = new AbortController();
      const timer =
        purpose === 'question' &&
        setTimeout(() => late.abort(new ModelError('The model took too long')), limits.questionTimeoutMs);
      try {
        const embedded = await embed(texts, purpose, AbortSignal.any([signal, late.signal, closing.signal]));
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
    close,
  };
}

async function resolveModelFolder(given: string): Promise<string> {
  const isFolder = await stat(given).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new UnusableModelFolderError(`${given} is no folder`);
  // The child may read the folder under the name that the system knows it by.
  return realpath(given);
}

/** What it throws ends the process: an unusable folder may be mended by the next time, a refused text says nothing. */
async function readReply(frames: ReplyFrames, count: number): Promise<Embeddings | ModelError> {
  const reply = parseFrame((await frames.next()).value, embeddingReply);
  if (reply.status === 'unusable') throw new UnusableModelFolderError(reply.reason);
  if (reply.status === 'refused') return new ModelError(reply.reason, { isInvalidRequest: true });
  const { model: name, dimensions } = reply;
  const { value: bytes } = await frames.next();
  const isWhole = bytes.length === count * dimensions * Float32Array.BYTES_PER_ELEMENT;
  if (!isWhole || dimensions > MAX_DIMENSIONS) throw new ChildFailedError('damaged');
  // A copy, since a frame begins anywhere.
  const numbers = new Float32Array(Uint8Array.from(bytes).buffer);
  const vectors = Array.from({ length: count }, (_, at) =>
    numbers.slice(at * dimensions, (at + 1) * dimensions),
  );
  return { model: { provider: 'onnx', name, dimensions }, vectors };
}

const CHILD_FAILURE_MESSAGES: Record<ChildFailedError['problem'], string> = {
  'too-long': 'the model took too long',
  'too-large': 'the model was asked too much',
  'out-of-memory': 'the model needs more memory than it may have',
  damaged: 'the model stopped',
};

const toModelError = (cause: unknown): ModelError =>
  cause instanceof ModelError
    ? cause
    : new ModelError(
        cause instanceof ChildFailedError ? CHILD_FAILURE_MESSAGES[cause.problem] : 'The model can’t be run',
        {
          cause,
        },
      );

const toUnusableFolderError = (cause: unknown): UnusableModelFolderError =>
  cause instanceof UnusableModelFolderError
    ? cause
    : new UnusableModelFolderError(`${toModelError(cause).message}: take another one`, cause);

/** What was begun goes on; its end, good or bad, is then nobody's. */
function withAbort<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  return promise;
}

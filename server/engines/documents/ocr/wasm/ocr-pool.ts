import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Readable } from 'node:stream';
import pLimit from 'p-limit';
import {
  ChildFailedError,
  type ChildLimits,
  parseFrame,
  SandboxedChild,
} from '#server/engines/sandbox/sandbox.ts';
import { OwnerProcesses } from '../../owner-processes.ts';
import type { PageRecognition, PageToRecognize } from '../page-recognition.ts';
import { languageReply, type OcrRequest, pageReply } from './ocr-protocol.ts';

const DOCUMENTS_FOLDER = new URL('../..', import.meta.url);
const CHILD = new URL('./ocr-child.ts', import.meta.url);
/** Each takes up to a gigabyte. */
const MAX_PROCESSES = 4;
/** A process ends after this many pages, so that leaked memory and traces of a document do not accumulate. */
const PAGES_PER_PROCESS = 50;
/** Idle processes keep their language data in memory for so long. */
const IDLE_MS = 30_000;

interface OcrPoolOptions extends ChildLimits {
  /** Reads the data of an installed language, unpacked. */
  readonly readLanguage: (code: string) => Promise<Buffer>;
}

/** Recognizes page images with Tesseract as WebAssembly, in child processes without permissions. */
export class OcrPool {
  readonly #options: OcrPoolOptions;
  // One core is left to requests.
  readonly #concurrency = Math.min(MAX_PROCESSES, Math.max(1, availableParallelism() - 1));
  readonly #limit = pLimit(this.#concurrency);
  readonly #processes: OwnerProcesses<OcrProcess>;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: OcrPoolOptions) {
    this.#options = options;
    const settings = { maxIdle: this.#concurrency, keepsSpare: false };
    this.#processes = new OwnerProcesses(() => startProcess(options), settings);
  }

  /** Rejects only for failures that are not the page's fault. */
  recognizePage(page: PageToRecognize, signal: AbortSignal): Promise<PageRecognition> {
    return this.#limit(async () => {
      signal.throwIfAborted();
      clearTimeout(this.#idleTimer);
      const first = await this.#recognizeOnce(page, signal);
      this.#idleTimer = setTimeout(() => void this.#processes.endIdle(), IDLE_MS).unref();
      if (!('problem' in first.read) || first.isFirst || first.read.problem === 'too-long') return first.read;
      // An earlier page may have filled or broken the process: this one gets a process of its own.
      return (await this.#recognizeOnce(page, signal)).read;
    });
  }

  /** Returns whether Tesseract accepts the data of a language. */
  async acceptsLanguage(data: Buffer): Promise<boolean> {
    const process = this.#processes.start();
    try {
      return await process.addLanguage('checked', data);
    } catch (error) {
      if (error instanceof ChildFailedError) return false;
      throw error;
    } finally {
      await this.#processes.end(process);
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idleTimer);
    await this.#processes.close();
  }

  async #recognizeOnce(
    { owner, image, languages }: PageToRecognize,
    signal: AbortSignal,
  ): Promise<{ read: PageRecognition; isFirst: boolean }> {
    const process = this.#processes.acquire(owner);
    const isFirst = process.handledCount === 0;
    try {
      for (const code of languages)
        if (!process.languages.has(code))
          await process.addLanguage(code, await this.#options.readLanguage(code));
      return { read: await process.recognize(image, languages, signal), isFirst };
    } catch (error) {
      if (!(error instanceof ChildFailedError)) throw error;
      const problem = error.problem === 'too-large' ? 'damaged' : error.problem;
      return { read: { problem }, isFirst };
    } finally {
      await this.#processes.release(owner, process, process.handledCount < PAGES_PER_PROCESS);
    }
  }
}

type OcrProcess = ReturnType<typeof startProcess>;

function startProcess(limits: ChildLimits) {
  const child = new SandboxedChild({ file: CHILD, folders: [DOCUMENTS_FOLDER], background: true }, limits);
  const languages = new Set<string>();
  const openBytes = (bytes: Buffer) => async () => Readable.from([bytes]);
  return {
    handledCount: 0,
    languages,
    isHealthy: () => child.isHealthy(),
    end: () => child.end(),
    async addLanguage(code: string, data: Buffer): Promise<boolean> {
      const { isUsable } = await child.request({
        message: { kind: 'language', code } satisfies OcrRequest,
        bytes: openBytes(data),
        read: async (frames) => parseFrame((await frames.next()).value, languageReply),
      });
      languages.add(code);
      return isUsable;
    },
    async recognize(image: Buffer, wanted: readonly string[], signal: AbortSignal): Promise<PageRecognition> {
      this.handledCount += 1;
      const id = randomUUID();
      return child.request({
        message: { kind: 'page', id, languages: [...wanted] } satisfies OcrRequest,
        bytes: openBytes(image),
        signal,
        async read(frames) {
          const reply = parseFrame((await frames.next()).value, pageReply);
          if (reply.id !== id) throw new ChildFailedError('damaged', 'the reply is to another request');
          return reply.page;
        },
      });
    },
  };
}

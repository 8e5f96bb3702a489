import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { programs, type SandboxedCommand, type SandboxOptions } from '#server/engines/sandbox/sandbox.ts';

/** A page of small print has 20,000 letters. */
const MAX_OUTPUT_BYTES = 1024 * 1024;
const DEFAULT_LANGUAGE = 'eng';
/** Scripts' directions and formulas, which are no languages. */
const NON_LANGUAGE_PACKS: readonly string[] = ['osd', 'equ', 'snum'];

export interface OcrEngine {
  /** The words in a picture, line by line; nothing when they could not be read in time. */
  recognizeText(picture: Buffer, signal: AbortSignal): Promise<string | undefined>;
}

interface OcrEngineOptions {
  /** The program's path, 'off', or nothing to look for it. */
  program: string | undefined;
  timeoutMs?: number;
  /** Folders that the program must not see. */
  hidden: readonly string[];
  /** Where programs are looked for. */
  path?: string | undefined;
}

/** The message completes a sentence for the operator that begins with the setting's name. */
export class UnusableOcrProgramError extends Error {
  constructor() {
    super('it is not a program that this system can run in a sandbox');
    this.name = 'UnusableOcrProgramError';
  }
}

/**
 * Tesseract, in every language that is installed for it. It runs only where the system can shut it in, a process for each
 * picture; nothing without it. A program that is named and can't be used is an error.
 */
export async function openOcrEngine(options: OcrEngineOptions): Promise<OcrEngine | undefined> {
  const { program, timeoutMs = 60_000, hidden, path = '' } = options;
  const shutIn: SandboxOptions = { timeoutMs, hidden, path, background: true };
  if (program === 'off') return undefined;
  if (program !== undefined && !(await programs.isUsable(program, shutIn))) {
    throw new UnusableOcrProgramError();
  }
  const found = program === undefined ? await programs.find('tesseract', shutIn) : resolve(program);
  if (found === undefined) return undefined;
  const languages = await listLanguages(found, shutIn);
  return {
    async recognizeText(picture, signal) {
      const task: SandboxedCommand = {
        program: found,
        args: ['page.jpg', 'stdout', '-l', languages, 'txt'],
        // One thread: others' pages are read on the other cores.
        env: { OMP_THREAD_LIMIT: '1' },
        input: { name: 'page.jpg', bytes: Readable.from([picture]) },
      };
      const words = await readStandardOutput(task, { ...shutIn, signal });
      signal.throwIfAborted();
      return words;
    },
  };
}

/** As the program wants them: 'deu+eng'. */
async function listLanguages(program: string, shutIn: SandboxOptions): Promise<string> {
  // It prints them, with a sentence before.
  const list = await readStandardOutput({ program, args: ['--list-langs'] }, shutIn);
  const lines = (list ?? '').split('\n').map((line) => line.trim());
  const languages = lines.filter((line) => /^[\w/]+$/.test(line) && !NON_LANGUAGE_PACKS.includes(line));
  return languages.join('+') || DEFAULT_LANGUAGE;
}

/** A program that a picture has turned may print more than there are words on a page. */
async function readStandardOutput(
  task: SandboxedCommand,
  shutIn: SandboxOptions,
): Promise<string | undefined> {
  const printed = await programs.run(task, shutIn);
  if (!printed) return undefined;
  try {
    return await text(await printed.bytes(MAX_OUTPUT_BYTES));
  } finally {
    await printed.remove();
  }
}

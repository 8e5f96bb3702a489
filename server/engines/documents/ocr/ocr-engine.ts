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
  /** Returns the words in an image, line by line, or undefined if they could not be read in time. */
  recognizeText(image: Buffer, signal: AbortSignal): Promise<string | undefined>;
}

interface OcrEngineOptions {
  /** The program's path, 'off', or nothing to look for it. */
  program: string | undefined;
  timeoutMs?: number;
  /** Folders that the program must not see. */
  hidden: readonly string[];
  /** Folders to search for programs, as in PATH. */
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
 * Opens Tesseract with every language that is installed for it, or returns undefined without it. It runs only where the
 * system supports the sandbox, in a process for each image. Throws if a named program cannot be used.
 */
export async function openOcrEngine(options: OcrEngineOptions): Promise<OcrEngine | undefined> {
  const { program, timeoutMs = 60_000, hidden, path = '' } = options;
  const sandbox: SandboxOptions = { timeoutMs, hidden, path, background: true };
  if (program === 'off') return undefined;
  if (program !== undefined && !(await programs.isUsable(program, sandbox))) {
    throw new UnusableOcrProgramError();
  }
  const found = program === undefined ? await programs.find('tesseract', sandbox) : resolve(program);
  if (found === undefined) return undefined;
  const languages = await listLanguages(found, sandbox);
  return {
    async recognizeText(image, signal) {
      const task: SandboxedCommand = {
        program: found,
        args: ['page.jpg', 'stdout', '-l', languages, 'txt'],
        // One thread: others' pages are read on the other cores.
        env: { OMP_THREAD_LIMIT: '1' },
        input: { name: 'page.jpg', bytes: Readable.from([image]) },
      };
      const words = await readStandardOutput(task, { ...sandbox, signal });
      signal.throwIfAborted();
      return words;
    },
  };
}

/** Returns the languages in the program's notation: 'deu+eng'. */
async function listLanguages(program: string, sandbox: SandboxOptions): Promise<string> {
  // The program prints a sentence before the list.
  const list = await readStandardOutput({ program, args: ['--list-langs'] }, sandbox);
  const lines = (list ?? '').split('\n').map((line) => line.trim());
  const languages = lines.filter((line) => /^[\w/]+$/.test(line) && !NON_LANGUAGE_PACKS.includes(line));
  return languages.join('+') || DEFAULT_LANGUAGE;
}

/** Limits the output: a program under the control of a malicious image may print without end. */
async function readStandardOutput(
  task: SandboxedCommand,
  sandbox: SandboxOptions,
): Promise<string | undefined> {
  const printed = await programs.run(task, sandbox);
  if (!printed) return undefined;
  try {
    return await text(await printed.bytes(MAX_OUTPUT_BYTES));
  } finally {
    await printed.remove();
  }
}

import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { programs, type SandboxedCommand, type SandboxOptions } from '#server/engines/sandbox/sandbox.ts';
import type { PageRecognition, PageToRecognize } from './page-recognition.ts';
import { readTsv } from './read-tsv.ts';

/** A page of small print has 4,000 words, each a line of 70 bytes. */
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** The data with which Tesseract turns pages upright. */
const ORIENTATION_DATA = 'osd';
/** Scripts' directions and formulas, which are no languages. */
const NON_LANGUAGE_PACKS: readonly string[] = [ORIENTATION_DATA, 'equ', 'snum'];
const PSM_AUTO = '3';
const PSM_AUTO_WITH_ORIENTATION = '1';

/** Tesseract as an installed program. */
interface TesseractProgram {
  readonly languages: readonly string[];
  recognizePage(page: PageToRecognize, signal: AbortSignal): Promise<PageRecognition>;
}

/** The message completes a sentence for the operator that begins with the setting's name. */
export class UnusableOcrProgramError extends Error {
  constructor() {
    super('it is not a program that this system can run in a sandbox');
    this.name = 'UnusableOcrProgramError';
  }
}

/**
 * Finds Tesseract, or returns undefined without it or where the system does not support the sandbox. It runs in a process for
 * each image. Throws if a named program cannot be used.
 */
export async function findTesseract(
  program: string | undefined,
  sandbox: SandboxOptions,
): Promise<TesseractProgram | undefined> {
  if (program !== undefined && !(await programs.isUsable(program, sandbox))) {
    throw new UnusableOcrProgramError();
  }
  const found = program === undefined ? await programs.find('tesseract', sandbox) : resolve(program);
  if (found === undefined) return undefined;
  const packs = await listPacks(found, sandbox);
  const mode = packs.includes(ORIENTATION_DATA) ? PSM_AUTO_WITH_ORIENTATION : PSM_AUTO;
  return {
    languages: packs.filter((pack) => !NON_LANGUAGE_PACKS.includes(pack)),
    async recognizePage({ image, languages }, signal) {
      const task: SandboxedCommand = {
        program: found,
        args: ['page.jpg', 'stdout', '-l', languages.join('+'), '--psm', mode, 'tsv'],
        // One thread: others' pages are read on the other cores.
        env: { OMP_THREAD_LIMIT: '1' },
        input: { name: 'page.jpg', bytes: Readable.from([image]) },
      };
      const begun = performance.now();
      const table = await readStandardOutput(task, { ...sandbox, signal });
      signal.throwIfAborted();
      if (table !== undefined) return readTsv(table);
      return { problem: performance.now() - begun >= sandbox.timeoutMs ? 'too-long' : 'damaged' };
    },
  };
}

async function listPacks(program: string, sandbox: SandboxOptions): Promise<string[]> {
  // The program prints a sentence before the list.
  const list = await readStandardOutput({ program, args: ['--list-langs'] }, sandbox);
  const lines = (list ?? '').split('\n').map((line) => line.trim());
  return lines.filter((line) => /^\w+$/.test(line));
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

import { resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  findShutInProgram,
  isShutInProgram,
  runShutIn,
  type ShutIn,
  type ShutInTask,
} from '#server/engines/sandbox/sandboxed-program.ts';

/** A page of small print has 20,000 letters. */
const MOST_BYTES = 1024 * 1024;
const DEFAULT_LANGUAGE = 'eng';
/** Scripts' directions and formulas, which are no languages. */
const NO_LANGUAGES: readonly string[] = ['osd', 'equ', 'snum'];

export interface TextRecogniser {
  /** The words in a picture, line by line; nothing when they could not be read in time. */
  recognise(picture: Buffer, signal: AbortSignal): Promise<string | undefined>;
}

interface RecogniserOptions {
  /** The program's path, 'off', or nothing to look for it. */
  program: string | undefined;
  timeoutMs?: number;
  /** Folders that the program must not see. */
  hidden: readonly string[];
  /** Where programs are looked for. */
  path?: string | undefined;
}

/**
 * Tesseract, in every language that is installed for it. It runs only where the system can shut it in, a process for each
 * picture; nothing without it. A program that is named and can't be used is an error.
 */
export async function openTextRecogniser(options: RecogniserOptions): Promise<TextRecogniser | undefined> {
  const { program, timeoutMs = 60_000, hidden, path = '' } = options;
  const shutIn: ShutIn = { timeoutMs, hidden, path, background: true };
  if (program === 'off') return undefined;
  if (program !== undefined && !(await isShutInProgram(program, shutIn))) {
    throw new Error('it is no program that this system can run without network and sight of the room');
  }
  const found = program === undefined ? await findShutInProgram('tesseract', shutIn) : resolve(program);
  if (found === undefined) return undefined;
  const languages = await listLanguages(found, shutIn);
  return {
    async recognise(picture, signal) {
      const task = {
        program: found,
        args: ['page.jpg', 'stdout', '-l', languages, 'txt'],
        // One thread: others' pages are read on the other cores.
        env: { OMP_THREAD_LIMIT: '1' },
        given: { name: 'page.jpg', bytes: Readable.from([picture]) },
      };
      const words = await readPrinted(task, { ...shutIn, signal });
      signal.throwIfAborted();
      return words;
    },
  };
}

/** As the program wants them: 'deu+eng'. */
async function listLanguages(program: string, shutIn: ShutIn): Promise<string> {
  // It prints them, with a sentence before.
  const list = await readPrinted({ program, args: ['--list-langs'] }, shutIn);
  const lines = (list ?? '').split('\n').map((line) => line.trim());
  const languages = lines.filter((line) => /^[\w/]+$/.test(line) && !NO_LANGUAGES.includes(line));
  return languages.join('+') || DEFAULT_LANGUAGE;
}

/** A program that a picture has turned may print more than there are words on a page. */
async function readPrinted(task: ShutInTask, shutIn: ShutIn): Promise<string | undefined> {
  const printed = await runShutIn(task, shutIn);
  if (!printed) return undefined;
  try {
    return await text(await printed.bytes(MOST_BYTES));
  } finally {
    await printed.remove();
  }
}

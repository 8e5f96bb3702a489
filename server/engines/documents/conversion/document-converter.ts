import type { Readable } from 'node:stream';
import { type OutputFile, programs } from '#server/engines/sandbox/sandbox.ts';

/** Result of a conversion: a PDF, or a JPEG whose pixels are upright, whatever orientation its metadata names. */
export type TargetFormat = 'pdf' | 'upright-jpeg';

export interface DocumentConverter {
  /** Returns the format that documents of that type are converted to, or undefined if there is no program for it. */
  targetFormatOf(type: string): Promise<TargetFormat | undefined>;
  /** Resolves to undefined if there is no program for the type, or the program fails on the document. */
  convert(type: string, bytes: () => Promise<Readable>): Promise<OutputFile | undefined>;
}

interface ConverterOptions {
  timeoutMs: number;
  /** Folders that the programs must not see. */
  hidden: readonly string[];
  /** Folders to search for programs, as in PATH. */
  path?: string | undefined;
  /** Ends the programs, and starts no more of them. */
  signal: AbortSignal;
}

interface Conversion {
  readonly types: readonly string[];
  /** Names of the same program in different versions. */
  readonly programs: readonly string[];
  readonly targetFormat: TargetFormat;
  args(document: string): readonly string[];
  /** Names that it may give to its result. */
  readonly outputNames: readonly string[];
}

/** Documents that LibreOffice renders far better than our own renderer, or that only it can open. */
const OFFICE_DOCUMENTS: Conversion = {
  types: ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'odt', 'ods', 'odp', 'rtf'],
  programs: ['soffice'],
  targetFormat: 'pdf',
  args: (document) => [
    '-env:UserInstallation=file:///tmp/profile',
    ...['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nologo'],
    ...['--convert-to', 'pdf', document],
  ],
  outputNames: ['document.pdf'],
};

/** Images for libheif. It rotates the pixels as the EXIF orientation says but keeps the EXIF data; several images get numbers. */
const HEIC_IMAGES: Conversion = {
  types: ['heic', 'heif'],
  programs: ['heif-convert', 'heif-dec'],
  targetFormat: 'upright-jpeg',
  args: (document) => ['-q', '92', document, 'image.jpg'],
  outputNames: ['image.jpg', 'image-1.jpg'],
};

/**
 * Converts documents with programs installed on this machine. They run only where the system supports the sandbox
 * (runSandboxed), for `timeoutMs` at most.
 */
export function createDocumentConverter({
  timeoutMs,
  hidden,
  path = '',
  signal,
}: ConverterOptions): DocumentConverter {
  const sandbox = { timeoutMs, hidden, path };
  const foundPrograms = new Map<Conversion, Promise<string | undefined>>();

  async function find(type: string): Promise<{ recipe: Conversion; program: string } | undefined> {
    const recipe = [OFFICE_DOCUMENTS, HEIC_IMAGES].find(({ types }) => types.includes(type));
    if (!recipe) return undefined;
    const finding = foundPrograms.get(recipe) ?? findFirst(recipe.programs);
    foundPrograms.set(recipe, finding);
    try {
      const program = await finding;
      return program === undefined ? undefined : { recipe, program };
    } catch (error) {
      // A full disk says nothing of the program.
      foundPrograms.delete(recipe);
      throw error;
    }
  }

  async function findFirst(names: readonly string[]): Promise<string | undefined> {
    const found = await Promise.all(names.map((name) => programs.find(name, sandbox)));
    return found.find((program) => program !== undefined);
  }

  return {
    targetFormatOf: async (type) => (await find(type))?.recipe.targetFormat,
    async convert(type, bytes) {
      const found = await find(type);
      if (!found) return undefined;
      signal.throwIfAborted();
      const { program, recipe } = found;
      const name = `document.${type}`;
      const input = { name, bytes: await bytes() };
      return programs.run(
        { program, args: recipe.args(name), input, outputNames: recipe.outputNames },
        { ...sandbox, signal },
      );
    },
  };
}

import type { Readable } from 'node:stream';
import { type OutputFile, programs } from '#server/engines/sandbox/sandbox.ts';

/** What becomes of a document: a PDF, or a JPEG whose pixels stand upright, whatever it says of its orientation. */
type TargetFormat = 'pdf' | 'upright-jpeg';

export interface DocumentConverter {
  /** What this machine makes of documents of that type; nothing where there is no program for it. */
  targetFormatOf(type: string): Promise<TargetFormat | undefined>;
  /** Nothing when this machine or this document doesn't allow it. */
  convert(type: string, bytes: () => Promise<Readable>): Promise<OutputFile | undefined>;
}

interface ConverterOptions {
  timeoutMs: number;
  /** Folders that the programs must not see. */
  hidden: readonly string[];
  /** Where programs are looked for. */
  path?: string | undefined;
}

interface Conversion {
  readonly types: readonly string[];
  /** One program under the names that it has had. */
  readonly programs: readonly string[];
  readonly targetFormat: TargetFormat;
  args(document: string): readonly string[];
  /** What it may call its result. */
  readonly outputNames: readonly string[];
}

/** What LibreOffice draws far better than we do, and what it alone can open. */
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

/** libheif's. It turns the pixels as the picture says and leaves the words that say so; of several pictures it numbers the results. */
const HEIC_IMAGES: Conversion = {
  types: ['heic', 'heif'],
  programs: ['heif-convert', 'heif-dec'],
  targetFormat: 'upright-jpeg',
  args: (document) => ['-q', '92', document, 'picture.jpg'],
  outputNames: ['picture.jpg', 'picture-1.jpg'],
};

/**
 * Documents that only a program of this machine can show, as what everybody can. It runs only where the system can shut it in
 * (runShutIn), for a minute at most.
 */
export function createDocumentConverter({
  timeoutMs,
  hidden,
  path = '',
}: ConverterOptions): DocumentConverter {
  const shutIn = { timeoutMs, hidden, path };
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
    const found = await Promise.all(names.map((name) => programs.find(name, shutIn)));
    return found.find((program) => program !== undefined);
  }

  return {
    targetFormatOf: async (type) => (await find(type))?.recipe.targetFormat,
    async convert(type, bytes) {
      const found = await find(type);
      if (!found) return undefined;
      const { program, recipe } = found;
      const name = `document.${type}`;
      const given = { name, bytes: await bytes() };
      return programs.run(
        { program, args: recipe.args(name), input: given, outputNames: recipe.outputNames },
        shutIn,
      );
    },
  };
}

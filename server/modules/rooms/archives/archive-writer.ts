import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '#server/app/errors.ts';
import { zip } from '#server/engines/archives/archives.ts';

const MANIFEST_PATH = 'manifest.jsonl';
const SIGNATURE_PATH = 'signature.json';
/** Limits the memory of the manifest and of the directory of the ZIP. */
const MAX_ENTRIES = 300_000;

interface WrittenFile {
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
}

/** Writes a ZIP with a manifest of all its entries: their paths, sizes and hashes. */
export interface ArchiveWriter {
  readonly output: Readable;
  add(path: string, bytes: Readable, size?: number): Promise<WrittenFile>;
  addText(path: string, text: string): Promise<WrittenFile>;
  /**
   * Ends the archive: writes the manifest, whose first line is the statement with the number of entries, and the signature that
   * `sign` makes of the manifest's hash.
   */
  finish(statement: object, sign: (manifestHash: string) => string): Promise<{ manifestHash: string }>;
  abandon(error: unknown): void;
}

export function createArchiveWriter(): ArchiveWriter {
  const { output, addFile, finish, abandon } = zip.createWriter();
  const lines: string[] = [];

  async function write(path: string, bytes: Readable, size?: number): Promise<WrittenFile> {
    const hash = createHash('sha256');
    let written = 0;
    async function* measured(): AsyncGenerator<Buffer> {
      for await (const chunk of bytes) {
        const piece: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk);
        hash.update(piece);
        written += piece.length;
        yield piece;
      }
    }
    await addFile(path, Readable.from(measured(), { objectMode: false }), {
      ...(size !== undefined && { size }),
      isStored: true,
    });
    return { size: written, sha256: hash.digest('hex') };
  }

  async function add(path: string, bytes: Readable, size?: number): Promise<WrittenFile> {
    if (lines.length >= MAX_ENTRIES)
      throw new AppError(
        'too-large',
        `An archive can contain at most ${MAX_ENTRIES.toLocaleString('en')} files and page images.`,
      );
    const file = await write(path, bytes, size);
    lines.push(`${JSON.stringify({ path, ...file })}\n`);
    return file;
  }

  const toStream = (texts: Iterable<string>) => Readable.from(texts, { objectMode: false });

  return {
    output,
    add,
    addText: (path, text) => add(path, toStream([text]), Buffer.byteLength(text)),
    async finish(statement, sign) {
      const first = `${JSON.stringify({ ...statement, entries: lines.length })}\n`;
      const { sha256 } = await write(MANIFEST_PATH, toStream([first, ...lines]));
      await write(SIGNATURE_PATH, toStream([sign(sha256)]));
      finish();
      return { manifestHash: sha256 };
    },
    abandon,
  };
}

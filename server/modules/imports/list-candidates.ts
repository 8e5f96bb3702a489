import type { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { ImportRow } from '#server/authorization/imports/load-import.ts';
import {
  archiveProblemOf,
  type DirectoryLimits,
  type ZipEntry,
  zip,
} from '#server/engines/archives/archives.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { iterateSources, type SourceRow } from './queries.ts';

/** A file or folder that an import may add. */
export interface Candidate {
  readonly path: string;
  /** The size that the archive states; reading fails if it is another. */
  readonly size: number;
  /** Why it is left out. */
  readonly problem?: string;
  /** The stored bytes of a file that is no entry of an archive. */
  readonly blob?: Omit<StoredBlob, 'wrappedKey'>;
  open(): Promise<Readable>;
}

export interface Candidates {
  readonly entries: readonly Candidate[];
  /** The sheet that may describe the others. The index of another data room stays among the entries, as a document. */
  readonly manifest: Candidate | undefined;
  /** Sheets that could have been the manifest in its place, and are documents. */
  readonly otherSheets: readonly Candidate[];
}

/** Documents are compressed to a tenth at best; more than this is an attack. The first bytes are harmless anyway. */
const MAX_COMPRESSION_RATIO = 200;
const RATIO_GRACE_BYTES = 100 * 1024 * 1024;
const MANIFEST = /^manifest\.(?:csv|xlsx)$/i;
/** A manifest, or the index sheet of another data room. */
const SHEET_IN_ARCHIVE = /^(?:manifest|[^/]*index[^/]*)\.(?:csv|xlsx)$/i;
/** The limits of all archives of an import, whose entries are in memory at once: more files than a room holds. */
const DIRECTORY_LIMITS = { maxEntries: 100_000, maxDirectoryBytes: 64 * 1024 * 1024 };
const ARCHIVE_MESSAGES = {
  incomplete: 'The archive is incomplete. Upload it again.',
  'too-many-entries': 'The archive has more than 100,000 entries. Split it and import the parts.',
  'directory-too-large':
    'The list of files in the archive takes more than 64 MB. Split it and import the parts.',
} as const;
const TOGETHER_MESSAGES = {
  ...ARCHIVE_MESSAGES,
  'too-many-entries': 'The archives have more than 100,000 entries together. Import them one by one.',
  'directory-too-large':
    'The lists of files in the archives take more than 64 MB together. Import them one by one.',
} as const;

/** A file of a chosen folder has a path; an archive or a manifest was chosen itself. */
const isChosenItself = ({ path }: Pick<SourceRow, 'path'>, extension: RegExp): boolean =>
  !path.includes('/') && extension.test(path);

/**
 * Lists what the sources of an import contain: the entries of an archive, or files. An archive inside an archive or a folder
 * is a file.
 */
export async function listCandidates(ctx: Context, { id }: ImportRow): Promise<Candidates> {
  const entries: Candidate[] = [];
  const chosen: Candidate[] = [];
  const workbooks: Candidate[] = [];
  /** The sheets of each archive that has any. */
  const archived: (readonly Candidate[])[] = [];
  let hasArchive = false;
  let limits: DirectoryLimits = DIRECTORY_LIMITS;
  for await (const source of iterateSources(ctx.db, id)) {
    if (isChosenItself(source, /\.zip$/i)) {
      hasArchive = true;
      const archive = await listArchive(ctx, source, limits);
      ({ limits } = archive);
      for (const entry of archive.entries) entries.push(entry);
      const sheets = archive.entries.filter(({ path }) => SHEET_IN_ARCHIVE.test(path));
      if (sheets.length > 0) archived.push(sheets);
    } else if (isChosenItself(source, /\.csv$/i)) chosen.unshift(describeSource(ctx, source));
    else if (isChosenItself(source, /\.xlsx$/i)) workbooks.push(describeSource(ctx, source));
    else entries.push(describeSource(ctx, source));
  }
  // Beside an archive, a chosen workbook is its index; among files it is another one of them.
  if (hasArchive) chosen.unshift(...workbooks);
  else entries.push(...workbooks);
  // A lone table is a document.
  if (entries.length === 0) return { entries: chosen, manifest: undefined, otherSheets: [] };
  const manifest = chosen.find(({ path }) => SHEET_IN_ARCHIVE.test(path)) ?? chosen[0] ?? archived[0]?.[0];
  const files = entries.filter((entry) => entry !== manifest || !MANIFEST.test(entry.path));
  const others = chosen.filter((sheet) => sheet !== manifest);
  assertUnpackedSize(ctx, [...files, ...others]);
  // An archive has the index sheet of what is in it.
  const ofOtherArchives =
    chosen.length > 0 ? [] : archived.slice(1).flatMap(([first]) => (first ? [first] : []));
  return { entries: [...files, ...others], manifest, otherSheets: [...others, ...ofOtherArchives] };
}

const describeSource = (ctx: Context, source: SourceRow): Candidate => {
  const { path, size, sha256, blob_key: key, wrappedKey } = source;
  return { path, size, blob: { key, size, sha256 }, open: () => ctx.blobs.open({ key, size, wrappedKey }) };
};

/** Lists the entries of an archive, and what is left of the limits for further ones. */
async function listArchive(
  ctx: Context,
  source: SourceRow,
  limits: DirectoryLimits,
): Promise<{ entries: readonly Candidate[]; limits: DirectoryLimits }> {
  const { blob_key: key, size, wrappedKey } = source;
  const { entries, directoryBytes } = await zip
    .open({ size, open: (range) => ctx.blobs.open({ key, size, wrappedKey }, range) }, limits)
    .catch((error: unknown): never => {
      const problem = archiveProblemOf(error);
      const messages = limits === DIRECTORY_LIMITS ? ARCHIVE_MESSAGES : TOGETHER_MESSAGES;
      throw problem === undefined ? error : new AppError('invalid', messages[problem]);
    });
  const unpacked = entries.reduce((sum, entry) => sum + entry.size, 0);
  if (unpacked > Math.max(RATIO_GRACE_BYTES, size * MAX_COMPRESSION_RATIO))
    throw new AppError(
      'too-large',
      `The archive is compressed more than ${MAX_COMPRESSION_RATIO} times. Unpack it and import the folder.`,
    );
  return {
    entries: entries.map(describeEntry),
    limits: {
      maxEntries: limits.maxEntries - entries.length,
      maxDirectoryBytes: limits.maxDirectoryBytes - directoryBytes,
    },
  };
}

function describeEntry(entry: ZipEntry): Candidate {
  const { path, size } = entry;
  const problem = entry.isEncrypted
    ? 'it is encrypted'
    : entry.isSymbolicLink
      ? 'it is a symbolic link'
      : undefined;
  return { path, size, open: () => entry.open(), ...(problem !== undefined && { problem }) };
}

function assertUnpackedSize(ctx: Context, entries: readonly Candidate[]): void {
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0);
  if (unpacked > ctx.config.importCeilingMb * 1024 * 1024) throw tooLarge(ctx);
}

const tooLarge = ({ config }: Context): AppError =>
  new AppError('too-large', `The archive unpacks to more than ${config.importCeilingMb} MB.`);

/** A file that is read in parts: the bytes from `from` up to, but not with, `to`. */
export interface ArchiveFile {
  readonly size: number;
  read(from: number, to: number): Promise<Uint8Array>;
}

/** A ZIP, or the files of an unpacked one by their paths. */
export type ArchiveSource =
  | ({ readonly name: string; readonly files?: undefined } & ArchiveFile)
  | { readonly name: string; readonly files: ReadonlyMap<string, ArchiveFile> };

/** The first line of a manifest; unverified unless the result is valid. */
export interface ArchiveStatement {
  readonly installation: string;
  readonly room: { readonly id: number; readonly name: string };
  readonly group: { readonly id: number; readonly name: string } | null;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly logEntries: number;
  readonly rootHash: string;
  readonly documents: number;
  readonly entries: number;
}

export interface ArchiveResult {
  readonly name: string;
  readonly kind: 'archive';
  readonly state: 'valid' | 'invalid' | 'unconfirmed';
  readonly message: string;
  /** At most 100, each with the path of its file. */
  readonly problems: readonly string[];
  readonly archive: ArchiveStatement | undefined;
}

interface ArchiveOptions {
  /** The JSON of `GET /api/evidence/key`. */
  readonly keys?: string | undefined;
  /** Hashes faster than the script does. */
  readonly createHash?: () => { update(bytes: Uint8Array): unknown; digest(encoding: 'hex'): string };
  readonly onProgress?: (share: number) => void;
}

export function verifyArchive(source: ArchiveSource, options?: ArchiveOptions): Promise<ArchiveResult>;

import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { LoadedFile } from '#server/authorization/load-file.ts';
import { listVersions } from '#server/modules/files/versions/list-versions.ts';
import { isoInstant } from '#shared/domain/iso-instant.ts';

/** More than the index of an archive shows of one document. */
const MAX_VERSIONS = 1_000;

/** A version that the archive names without containing it. */
export interface NamedVersion {
  readonly version: number;
  readonly size: number;
  readonly sha256: string;
  readonly since: string;
  /** Present for one that was withdrawn. */
  readonly isWithdrawn?: true;
}

/** Lists the earlier versions of a file that the reader of an archive may open, newest first. Their contents are not included. */
export async function listEarlierVersions(
  reader: Context,
  { id, version: current }: Pick<LoadedFile, 'id' | 'version'>,
): Promise<readonly NamedVersion[]> {
  if (current === 1) return [];
  try {
    const { versions } = await listVersions(reader, id, { limit: MAX_VERSIONS, cursor: current });
    const shown = versions.slice(0, MAX_VERSIONS).filter(({ is_draft }) => is_draft === 0);
    return shown.map(({ number, size, sha256, created_at, withdrawn_at }) => ({
      version: number,
      size,
      sha256,
      since: isoInstant(created_at),
      ...(withdrawn_at !== null && { isWithdrawn: true }),
    }));
  } catch (error) {
    // It was removed while the archive was created.
    if (error instanceof AppError) return [];
    throw error;
  }
}

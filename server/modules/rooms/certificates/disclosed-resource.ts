import { accessOf } from '#server/authorization/access-level.ts';
import { fileTypeOf } from '#shared/domain/file-type.ts';
import type { FileResource } from '#shared/policies/files.ts';
import type { DisclosedRow } from './disclosure-queries.ts';

/** Converts a row of the past to what the policies decide about; without a room if the certificate is of everything. */
export function toDisclosedResource(row: DisclosedRow, roomId: number | null): FileResource {
  // A file that a link names has no level of its own.
  const access = row.access_level === 0 ? ({ accessLevel: 'visitor' } as const) : accessOf(row.access_level);
  return {
    ...access,
    ...(roomId !== null && { roomId }),
    ownerId: row.owner_id,
    allowDownload: row.allow_download === 1,
    fileType: fileTypeOf(row.name),
  };
}

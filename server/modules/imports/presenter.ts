import type { ImportRow } from '#server/authorization/imports/load-import.ts';
import type { BulkImport, ListedImport } from '#shared/contracts/imports/imports.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';

/** An import of a list, with the name of its folder. */
export type NamedImport = ImportRow & { readonly folder_name: string };

export const presentListedImport = (row: NamedImport): ListedImport => ({
  ...presentProgress(row),
  folderName: row.folder_name,
});

export const presentImport = (row: ImportRow, sources: number): BulkImport => ({
  ...presentProgress(row),
  report: row.report === null ? null : JSON.parse(row.report),
  sources,
});

const presentProgress = (row: ImportRow) => ({
  id: row.id,
  folderId: row.folder_id,
  state: row.state,
  progress: row.steps === 0 ? 0 : Math.min(1, row.steps_done / row.steps),
  error: row.error,
  createdAt: isoInstant(row.created_at),
  appliedAt: isoInstantOrNull(row.applied_at),
  expiresAt: isoInstant(row.expires_at),
});

import type { ImportRow } from '#server/authorization/imports/load-import.ts';
import type { BulkImport, ListedImport } from '#shared/contracts/imports/imports.ts';

const instant = (at: number): string => new Date(at).toISOString();

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
  createdAt: instant(row.created_at),
  appliedAt: row.applied_at === null ? null : instant(row.applied_at),
  expiresAt: instant(row.expires_at),
});

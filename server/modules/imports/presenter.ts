import type { ImportRow } from '#server/authorization/imports/load-import.ts';
import type { BulkImport } from '#shared/contracts/imports/imports.ts';

const instant = (at: number): string => new Date(at).toISOString();

export const presentImport = (row: ImportRow, sources: number): BulkImport => ({
  id: row.id,
  folderId: row.folder_id,
  state: row.state,
  progress: row.steps === 0 ? 0 : Math.min(1, row.steps_done / row.steps),
  error: row.error,
  report: row.report === null ? null : JSON.parse(row.report),
  sources,
  createdAt: instant(row.created_at),
  appliedAt: row.applied_at === null ? null : instant(row.applied_at),
  expiresAt: instant(row.expires_at),
});

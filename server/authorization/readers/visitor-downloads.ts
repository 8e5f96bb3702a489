import type { VisitorDownloads } from '#server/database/tables/invitations.ts';

export type { VisitorDownloads } from '#server/database/tables/invitations.ts';

/** Returns what the column `allow_download` of a visitor's invitation permits. */
export const downloadsOf = (
  allowDownload: VisitorDownloads | null,
): { readonly mayDownload: boolean; readonly mayDownloadWatermarked?: true } => ({
  mayDownload: allowDownload === 1,
  ...(allowDownload === 2 && { mayDownloadWatermarked: true }),
});

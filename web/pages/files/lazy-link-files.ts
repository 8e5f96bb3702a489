import { lazy } from 'react';

/** The dialog that creates a link to selected files, loaded when it is used. */
export const LinkFilesDialog = lazy(async () => ({
  default: (await import('#web/features/links/link-files-dialog.tsx')).LinkFilesDialog,
}));

import type { LinkVisit } from '#shared/contracts/links/link-access.ts';
import { showFirstPage } from './show-first-page.ts';

/** Opens the folder or file of a visit, a file that is seen as pages at its first page. */
export async function openVisit({ fileId, folderId, firstPage }: LinkVisit): Promise<void> {
  const isShown =
    fileId !== null &&
    firstPage !== undefined &&
    (await showFirstPage({ fileId, path: firstPage }).catch(() => false));
  if (isShown) return;
  location.replace(fileId !== null ? `/file/${fileId}` : folderId !== null ? `/folder/${folderId}` : '/');
}

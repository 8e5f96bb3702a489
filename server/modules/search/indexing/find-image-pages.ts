import type { Services } from '#server/app/context.ts';
import { toRenderableDocument } from '#server/modules/files/pages/renderable-document.ts';
import { fileExtension } from '#shared/domain/file-type.ts';
import type { FileRow } from '../queries.ts';

/** Pictures that the renderer can draw, alone or by a program of the machine; each is one page. */
const IMAGE_EXTENSIONS = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'heic', 'heif']);
/** What scanners write: a picture for each page. */
const MULTI_PAGE_IMAGE_EXTENSIONS = new Set(['tif', 'tiff']);

export const isImageFile = (name: string): boolean => IMAGE_EXTENSIONS.has(fileExtension(name));

/** The pages of a file that is nothing but pictures; nothing for others. */
export async function findImagePages(services: Services, file: FileRow): Promise<number[]> {
  if (isImageFile(file.name)) return [1];
  if (!MULTI_PAGE_IMAGE_EXTENSIONS.has(fileExtension(file.name))) return [];
  const opening = await services.documents.rendering.listPages(toRenderableDocument(services, file));
  // Of one that can't be opened the first page will not be recognised either, which is then said.
  const count = 'problem' in opening ? 1 : opening.count;
  return Array.from({ length: count }, (_, at) => at + 1);
}

import type { Services } from '#server/app/context.ts';
import { drawableOf } from '#server/modules/files/pages/renderable-document.ts';
import { endingOf } from '#shared/domain/file-type.ts';
import type { FileRow } from '../queries.ts';

/** Pictures that the renderer can draw, alone or by a program of the machine; each is one page. */
const PICTURES = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'heic', 'heif']);
/** What scanners write: a picture for each page. */
const SCANS = new Set(['tif', 'tiff']);

export const isPicture = (name: string): boolean => PICTURES.has(endingOf(name));

/** The pages of a file that is nothing but pictures; nothing for others. */
export async function picturesIn(services: Services, file: FileRow): Promise<number[]> {
  if (isPicture(file.name)) return [1];
  if (!SCANS.has(endingOf(file.name))) return [];
  const opening = await services.pages.open(drawableOf(services, file));
  // Of one that can't be opened the first page will not be recognised either, which is then said.
  const count = 'problem' in opening ? 1 : opening.count;
  return Array.from({ length: count }, (_, at) => at + 1);
}

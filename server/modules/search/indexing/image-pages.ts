import type { Services } from '#server/app/context.ts';
import { toRenderableDocument } from '#server/modules/files/pages/renderable-document.ts';
import { claimsImage, isImageFile } from '#shared/domain/ocr/image-files.ts';
import type { FileRow } from '../queries.ts';

/** Returns the pages of an image file; an empty list for other files. */
export async function findImagePages(services: Services, file: FileRow): Promise<number[]> {
  if (isImageFile(file.name)) return [1];
  if (!claimsImage(file.name)) return [];
  const opening = await services.documents.rendering.listPages(toRenderableDocument(services, file));
  // If a file cannot be opened, recognition of page 1 fails as well, and the file's status then says so.
  const count = 'problem' in opening ? 1 : opening.count;
  return Array.from({ length: count }, (_, index) => index + 1);
}

const MAX_RANGES = 10;

/** Describes image pages to a person; `what` ends the sentence. An image file is its only page. */
export function describeImagePages(pages: readonly number[], isImage: boolean, what: string): string {
  if (isImage) return `This is an image whose text ${what}.`;
  if (pages.length === 1) return `Page ${pages[0]} is an image whose text ${what}.`;
  return `Pages ${formatPageRanges(pages)} are images whose text ${what}.`;
}

/** Formats ascending page numbers, for example `2, 5–7`. */
export function formatPageRanges(pages: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last && last.to === page - 1) last.to = page;
    else ranges.push({ from: page, to: page });
  }
  const shown = ranges
    .slice(0, MAX_RANGES)
    .map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`));
  return shown.join(', ') + (ranges.length > MAX_RANGES ? ' and more' : '');
}

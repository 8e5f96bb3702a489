import type { Services } from '#server/app/context.ts';
import type { Facts } from '#server/app/domain-events.ts';
import { drawableOf } from '#server/modules/files/pages/renderable-document.ts';
import type { Document } from '#server/engines/documents/rendering/page-renderer.ts';
import { withRecognised } from '#server/engines/documents/ocr/merge-ocr-text.ts';
import { keepText } from './store-text.ts';
import { sayPictures } from './describe-image-pages.ts';
import { isPicture } from './find-image-pages.ts';
import { type FileRow, findFile } from '../queries.ts';

import { readBlocks } from './stored-blocks.ts';

type Pictured = Facts['file.pictured'];

/** Small print has 20 pixels to the letter at this width. */
const WIDTH = 2_400;
/** Others' pictures wait meanwhile: what is not reached by then is said to be missing. */
const LONGEST_MS = 20 * 60_000;

/** Reads the words in a file's pictures, and keeps them with the rest of its text. */
export async function recogniseText(services: Services, asked: Pictured, signal: AbortSignal): Promise<void> {
  const { fileId, pages, gap } = asked;
  const file = await findFile(services.db, fileId);
  if (!file) return;
  const document = drawableOf(services, file);
  const read: { page: number; text: string }[] = [];
  const until = services.now() + LONGEST_MS;
  for (const page of pages) {
    signal.throwIfAborted();
    if (services.now() > until) break;
    const text = await recognisePage(services, document, page, signal);
    if (text !== undefined) read.push({ page, text });
  }
  const reached = new Set(read.map(({ page }) => page));
  const missed = pages.filter((page) => !reached.has(page));
  const lost =
    missed.length === 0 ? null : sayPictures(missed, isPicture(file.name), "couldn't be recognised");
  await keepRecognised(services, file, read, [gap, lost].filter((reason) => reason !== null).join(' '));
}

/** After the last attempt the file says so itself; what was read of it without its pictures stays. */
export async function giveUpPictures(services: Services, { fileId, pages, gap }: Pictured): Promise<void> {
  const file = await findFile(services.db, fileId);
  if (!file) return;
  const lost = sayPictures(pages, isPicture(file.name), "couldn't be recognised after three attempts");
  await keepRecognised(services, file, [], [gap, lost].filter((reason) => reason !== null).join(' '));
}

async function recognisePage(
  services: Services,
  document: Document,
  page: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const drawing = await services.pages.draw(document, page, WIDTH);
  return 'picture' in drawing ? services.recogniser?.recognise(drawing.picture, signal) : undefined;
}

async function keepRecognised(
  services: Services,
  file: FileRow,
  read: { page: number; text: string }[],
  missing: string,
): Promise<void> {
  const before =
    file.text_blob_key === null ? [] : await Array.fromAsync(readBlocks(services, file.text_blob_key));
  const blocks = withRecognised(before, read);
  if (!blocks.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) {
    const reason = missing || 'This file shows pictures, and no words were recognised in them.';
    return keepText(services, file.id, { status: 'no-text', reason });
  }
  const gaps =
    missing === ''
      ? ({ status: 'indexed', reason: null } as const)
      : ({ status: 'partly', reason: missing } as const);
  await keepText(services, file.id, { ...gaps, title: file.title, blocks });
}

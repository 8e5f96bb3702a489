import type { Services } from '#server/app/context.ts';
import { drawableOf } from '#server/modules/files/pages/renderable-document.ts';
import { type Extraction, hasText } from '#server/engines/documents/blocks/document-text.ts';
import { documentTypeOf } from '#server/engines/documents/extraction/document-type-of-extension.ts';
import { endingOf } from '#shared/domain/file-type.ts';
import { keepText } from './store-text.ts';
import { sayPictures } from './describe-image-pages.ts';
import { isPicture, picturesIn } from './find-image-pages.ts';
import { type FileRow, findFile } from '../queries.ts';

async function extract(services: Services, file: FileRow, signal: AbortSignal): Promise<Extraction> {
  const pictures = await picturesIn(services, file);
  if (pictures.length > 0) return { status: 'no-text', reason: '', pictures };
  const type = documentTypeOf(endingOf(file.name));
  if (type === undefined) {
    return { status: 'no-text', reason: "Text can't be read from this type of file.", pictures: [] };
  }
  return services.extractor.extract(type, drawableOf(services, file).bytes, signal);
}

/** Reads the text of a file, keeps it, and tells the index. Words in pictures follow where they can be recognised. */
export async function readText(services: Services, fileId: number, signal: AbortSignal): Promise<void> {
  const file = await findFile(services.db, fileId);
  // One in the trash is read as well: restored, it is found.
  if (!file) return;
  const extraction = await extract(services, file, signal);
  const pages = 'pictures' in extraction ? extraction.pictures : [];
  if (pages.length === 0) {
    const reason = extraction.status === 'indexed' ? null : extraction.reason;
    return keepText(services, fileId, { ...extraction, reason });
  }
  const gap = extraction.status === 'partly' ? extraction.reason : null;
  const follows = services.recogniser !== undefined;
  const what = follows ? 'are still being recognised' : `can't be found: ${UNAVAILABLE}`;
  const said = sayPictures(pages, isPicture(file.name), what);
  const pictured = follows ? { pictured: { fileId, pages, gap } } : {};
  if (hasText(extraction)) {
    const reason = gap === null ? said : `${gap} ${said}`;
    return keepText(services, fileId, { ...extraction, status: 'partly', reason, ...pictured });
  }
  await keepText(services, fileId, { status: follows ? 'pending' : 'no-text', reason: said, ...pictured });
}

const UNAVAILABLE = 'this room has no program that recognises them';

/** After the last attempt the file says so itself; a rebuild of the index tries again. */
export async function giveUpText(services: Services, fileId: number): Promise<void> {
  const reason = 'The text could not be read after three attempts.';
  await keepText(services, fileId, { status: 'failed', reason });
}

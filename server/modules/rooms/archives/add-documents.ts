import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { type LoadedFile, loadFile, toFileResource } from '#server/authorization/load-file.ts';
import { assertScanned } from '#server/authorization/scans/assert-scanned.ts';
import { isRendererBusy } from '#server/engines/documents/document-engine.ts';
import { openAsPdf, openDownload } from '#server/modules/files/open-download.ts';
import { toRenderableDocument } from '#server/modules/files/pages/renderable-document.ts';
import { watermarkText } from '#server/modules/files/pages/watermark-text.ts';
import { requiresPageWatermark } from '#server/modules/files/require-watermark.ts';
import { filePolicy } from '#shared/policies/files.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import type { IndexedDocument } from './index-writer.ts';

/** A4 at 150 dots per inch. */
const PAGE_WIDTH = 1_240;
const BUSY_WAIT_MS = 2_000;
/** In a folder of the document's own name, which no other document has. */
const CONVERTED_NAME = 'document.pdf';

/** The form in which the archive contains a document. */
type Included = Pick<IndexedDocument, 'path' | 'pages' | 'size' | 'sha256' | 'note'> & {
  /** Its text may be quoted: it was included as a file. */
  readonly isQuotable: boolean;
  /** Its bytes are those of the current version, or it has none any more. */
  readonly isOriginal: boolean;
};

/** Adds a document as the policies give it to the actor: as a file, as page images, or with the reason why it is left out. */
export async function addDocument(
  ctx: Context,
  writer: ArchiveWriter,
  { id, path }: { id: number; path: string },
  signal: AbortSignal,
): Promise<{ file: LoadedFile | undefined; included: Included }> {
  const file = await loadFile(ctx, id, 'view').catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  if (!file) return { file, included: leftOut('It was removed while the archive was created.') };
  const refusal = refusalOfScan(file);
  if (refusal !== undefined)
    return { file, included: { ...leftOut(refusal), isOriginal: file.scan_state === 'removed' } };
  const resource = toFileResource(file);
  if (filePolicy.download(ctx.actor, resource)) {
    const content = await whenNotBusy(() => openDownload(ctx, file), signal).catch(refusalOf);
    if ('refusal' in content) return { file, included: leftOut(content.refusal) };
    return { file, included: await addFile(writer, path, content, {}) };
  }
  const mayDownload = filePolicy.downloadAsPdf(ctx.actor, resource);
  const pdf = mayDownload
    ? await whenNotBusy(() => openAsPdf(ctx, file, { isPatient: true }), signal).catch(refusalOf)
    : undefined;
  if (pdf && !('refusal' in pdf))
    return {
      file,
      included: await addFile(writer, `${path}/${CONVERTED_NAME}`, pdf, { note: 'Included as a PDF.' }),
    };
  const reason = mayDownload ? 'it cannot be converted to a PDF' : 'it may not be downloaded';
  return { file, included: await addPages(ctx, writer, { file, path, reason }, signal) };
}

function refusalOfScan(file: LoadedFile): string | undefined {
  try {
    assertScanned(file);
    return undefined;
  } catch (error) {
    return refusalOf(error).refusal;
  }
}

const leftOut = (reason: string): Included => ({
  note: `Not included: ${reason}`,
  isQuotable: false,
  isOriginal: false,
});

function refusalOf(error: unknown): { refusal: string } {
  if (error instanceof AppError && error.code !== 'unavailable' && error.code !== 'storage-full')
    return { refusal: error.message };
  throw error;
}

async function addFile(
  writer: ArchiveWriter,
  path: string,
  content: Awaited<ReturnType<typeof openDownload>>,
  { note }: { note?: string },
): Promise<Included> {
  try {
    const written = await writer.add(path, await content.open(), content.size);
    const marked = note ?? (content.isTransient ? 'Included as a PDF with a watermark.' : undefined);
    const isOriginal = marked === undefined && written.sha256 === content.sha256;
    return { path, ...written, ...(marked !== undefined && { note: marked }), isQuotable: true, isOriginal };
  } finally {
    await content.discard();
  }
}

/** Adds the pages of a document that is not included as a file, for that reason. */
async function addPages(
  ctx: Context,
  writer: ArchiveWriter,
  { file, path, reason }: { file: LoadedFile; path: string; reason: string },
  signal: AbortSignal,
): Promise<Included> {
  const { rendering } = ctx.documents;
  const source = toRenderableDocument(ctx, file);
  const opened = await whenNotBusy(() => rendering.listPages(source, { isPatient: true }), signal);
  if ('problem' in opened) return leftOut(`${reason}, and cannot be shown as pages.`);
  // All pages of one layout, whatever becomes ready meanwhile.
  const document = { ...source, layout: opened.layout };
  const text = (await requiresPageWatermark(ctx, file)) ? await watermarkText(ctx, file) : undefined;
  let written = 0;
  for (let page = 1; page <= opened.pages.length; page += 1) {
    signal.throwIfAborted();
    const rendered = await whenNotBusy(
      () =>
        text === undefined
          ? rendering.renderPage(document, page, PAGE_WIDTH)
          : rendering.renderWatermarkedPage(document, page, PAGE_WIDTH, text),
      signal,
    );
    if ('problem' in rendered) break;
    const name = `page-${String(page).padStart(4, '0')}.jpg`;
    await writer.add(`${path}/${name}`, Readable.from([rendered.image]), rendered.image.length);
    written += 1;
  }
  if (written === 0) return leftOut(`${reason}, and cannot be shown as pages.`);
  const missing = opened.count - written;
  const note = `Included as page images: ${reason}.${missing > 0 ? ` ${missing} of ${opened.count} pages cannot be shown.` : ''}`;
  return { path, pages: written, note, isQuotable: false, isOriginal: false };
}

/**
 * Repeats work until people leave the renderer a place. Waits no longer for it once the job is to end: a conversion may take a
 * minute.
 */
async function whenNotBusy<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await untilAborted(work(), signal);
    } catch (error) {
      const isBusy = isRendererBusy(error) || (error instanceof AppError && error.code === 'unavailable');
      if (!isBusy) throw error;
      await wait(BUSY_WAIT_MS, undefined, { signal });
    }
  }
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  // A failure after the end has no reader.
  work.catch(() => undefined);
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

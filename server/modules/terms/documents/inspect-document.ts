import { detect } from 'chardet';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import type { DocumentSource, Extraction } from '#server/engines/documents/document-engine.ts';
import type { StoredBlob } from '#server/engines/storage/object-storage.ts';
import { limitRendering } from '#server/modules/files/pages/limit-rendering.ts';
import { PROBLEM_MESSAGES } from '#server/modules/files/pages/list-pages.ts';
import { describeReasons } from '#server/modules/search/indexing/extraction-messages.ts';
import { decodeText } from '#shared/domain/decode-text.ts';
import { fileExtension, fileTypeOf, isTextType } from '#shared/domain/file-type.ts';
import {
  MAX_TERMS_DOCUMENT_PAGES,
  MAX_TERMS_DOCUMENT_TEXT,
  MAX_TERMS_LENGTH,
} from '#shared/domain/link-steps.ts';

export interface StoredDocument {
  readonly blob: StoredBlob;
  readonly name: string;
  /** Whose quota counts it, and with whose documents it shares a process. */
  readonly ownerId: number;
}

/** The parts of a document that visitors read. */
interface Content {
  readonly text: string;
  /** `null` for a document that is shown as its text. */
  readonly pages: number | null;
}

const MAX_BYTES_PER_CHARACTER = 4;
/** The document is attached to each acceptance, where its macros could run. */
const WITH_MACROS = /^(?:doc|dot|ppt|pot|pps|xls|xlt|xla)m$/;

const refuse = (message: string): never => {
  throw new AppError('invalid', message, { fields: { file: message } });
};

/** Returns how bytes are read and drawn; the caller checks that they are not withheld. */
export const toDocumentSource = (
  { blobs }: Pick<Context, 'blobs'>,
  {
    blob,
    name,
    ownerId,
  }: { blob: Pick<StoredBlob, 'key' | 'size' | 'wrappedKey'>; name: string; ownerId: number },
): DocumentSource => {
  const type = fileExtension(name);
  const bytes = () => blobs.open(blob);
  return { key: `${blob.key} ${type}`, owner: String(ownerId), type, bytes };
};

/** Reads a document that somebody publishes as terms; refuses one that visitors could not read whole. */
export async function inspectDocument(ctx: Context, stored: StoredDocument): Promise<Content> {
  const source = toDocumentSource(ctx, stored);
  if (WITH_MACROS.test(source.type)) refuse('Terms cannot contain macros. Save the document without them.');
  const extraction = await ctx.documents.extraction.extract(source);
  if (['protected', 'damaged', 'failed'].includes(extraction.status)) refuse(reasonOf(extraction));
  if (isTextType(fileTypeOf(stored.name))) return { text: await readPlainText(ctx, stored), pages: null };
  const pages = await countPages(ctx, source);
  const text =
    'blocks' in extraction
      ? extraction.blocks
          .map((block) => block.text)
          .join('\n')
          .trim()
      : '';
  if (text.length > MAX_TERMS_DOCUMENT_TEXT)
    refuse('There is too much text in this document. Use a shorter one.');
  const { name, blob } = stored;
  // An older node shows it in place of the pages.
  return {
    text: text === '' ? `The terms are the document “${name}”, SHA-256 ${blob.sha256}.` : text,
    pages,
  };
}

const reasonOf = (extraction: Extraction): string =>
  'reasons' in extraction ? describeReasons(extraction.reasons) : '';

async function readPlainText({ blobs }: Context, { blob }: StoredDocument): Promise<string> {
  const tooLong = `Use at most ${MAX_TERMS_LENGTH.toLocaleString('en-US')} characters`;
  if (blob.size > MAX_TERMS_LENGTH * MAX_BYTES_PER_CHARACTER) refuse(tooLong);
  const text = decodeText(await blobs.read(blob), detect)
    .replace(/\r\n?/g, '\n')
    .trim();
  if (text.length > MAX_TERMS_LENGTH) refuse(tooLong);
  return text === '' ? refuse(PROBLEM_MESSAGES.empty) : text;
}

async function countPages(ctx: Context, source: DocumentSource): Promise<number> {
  const opening = await limitRendering(ctx, () => ctx.documents.rendering.listPages(source));
  if ('problem' in opening)
    return refuse(
      opening.problem === 'protected'
        ? 'This document is password-protected. Use a copy without a password.'
        : PROBLEM_MESSAGES[opening.problem],
    );
  if (opening.count > MAX_TERMS_DOCUMENT_PAGES)
    refuse(
      `Terms can have at most ${MAX_TERMS_DOCUMENT_PAGES} pages, and this document has ${opening.count.toLocaleString('en-US')}.`,
    );
  return opening.count;
}

import { buffer } from 'node:stream/consumers';
import type { Services } from '#server/app/context.ts';
import type { ExtractionReason } from '#server/engines/documents/document-engine.ts';
import { type FileRow, findBlob } from '../queries.ts';

const HEAD_BYTES = 12;
/**
 * How images begin, in the order of bytes as latin1. Any of them passes under any image extension: programs open a JPEG
 * that is named like a PNG, and people rename them.
 */
const SIGNATURES = [
  /^\xff\xd8\xff/,
  /^\x89PNG\r\n\x1a\n/,
  /^GIF8[79]a/,
  /^RIFF[^]{4}WEBP/,
  /^[^]{4}ftyp/,
  /^(?:II[*+]\0|MM\0[*+])/,
  /^BM/,
];

/** Returns why an image file is none: it is empty, or begins like no image. */
export async function findWrongImageContent(
  { db, blobs }: Pick<Services, 'db' | 'blobs'>,
  { blob_key: key }: Pick<FileRow, 'blob_key'>,
): Promise<ExtractionReason | undefined> {
  const blob = await findBlob(db, key);
  if (!blob) return undefined;
  const { size, wrapped_key: wrappedKey } = blob;
  if (size === 0) return { code: 'empty' };
  const end = Math.min(size, HEAD_BYTES) - 1;
  const head = (await buffer(await blobs.open({ key, size, wrappedKey }, { start: 0, end }))).toString(
    'latin1',
  );
  return SIGNATURES.some((signature) => signature.test(head)) ? undefined : { code: 'wrong-format' };
}

import { buffer } from 'node:stream/consumers';
import type { Services } from '#server/app/context.ts';
import { findBlob } from '#server/authorization/stored-objects/blob-rows.ts';
import type { ExtractionReason } from '#server/engines/documents/document-engine.ts';
import type { FileRow } from '../queries.ts';

const HEAD_BYTES = 12;
/**
 * Beginnings of images as hexadecimal digits: JPEG, PNG, GIF, WebP, AVIF and HEIC, TIFF and BigTIFF, BMP. Any of them passes
 * under any image extension: programs open a JPEG that is named like a PNG, and people rename them.
 */
const SIGNATURE =
  /^(?:ffd8ff|89504e470d0a1a0a|474946383[79]61|52494646.{8}57454250|.{8}66747970|49492[ab]00|4d4d002[ab]|424d)/;

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
  const head = await buffer(await blobs.open({ key, size, wrappedKey }, { start: 0, end }));
  return SIGNATURE.test(head.toString('hex')) ? undefined : { code: 'wrong-format' };
}

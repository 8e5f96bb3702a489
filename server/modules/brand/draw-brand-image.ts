import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { limitRendering } from '#server/modules/files/pages/limit-rendering.ts';
import { type BrandImageKind, setRoomBrandImage } from '#shared/contracts/start/brand.ts';
import { NO_FILE_SELECTED } from '#shared/domain/messages.ts';

const MAX_UPLOAD_MB = 5;
const MAX_UPLOAD_BYTES = MAX_UPLOAD_MB * 1024 * 1024;
const MAX_DRAWN_BYTES = 1024 * 1024;
/** The second is for photos, which take most as a PNG. */
const LOGO_SIDES_PX = [1024, 512, 256];
const ICON_SIDES_PX = [256];
/** Logos are often wide: names of firms stand in one line. */
const MAX_LOGO_RATIO = 6;

/** The formats that are drawn, by their first bytes. Others, among them SVG and PDF, are not opened. */
const SIGNATURES: readonly (readonly [offset: number, bytes: string, type: string])[] = [
  [0, '\x89PNG\r\n\x1a\n', 'png'],
  [0, '\xff\xd8\xff', 'jpg'],
  [8, 'WEBP', 'webp'],
];

interface UploadedImage {
  readonly kind: BrandImageKind;
  readonly bytes: Buffer;
}

/** Receives an image as multipart form data; `kind` may come before or after the file. */
export async function receiveBrandImage(request: FastifyRequest): Promise<UploadedImage> {
  if (!request.isMultipart()) throw new AppError('unsupported-type', 'Send the file as multipart/form-data');
  const limits = { fileSize: MAX_UPLOAD_BYTES };
  let [kind, bytes]: [unknown, Buffer | undefined] = [undefined, undefined];
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') bytes = await readImage(part);
    else if (part.fieldname === 'kind') kind = part.value;
  }
  if (!bytes) throw unusable(NO_FILE_SELECTED);
  const { data, error } = setRoomBrandImage.multipart.safeParse({ kind });
  if (error)
    throw new AppError('invalid', 'Say which image it is', {
      fields: { kind: 'logo-light, logo-dark or icon' },
    });
  return { kind: data.kind, bytes };
}

async function readImage({ file }: MultipartFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk as Buffer); // of a stream of bytes
  if (file.truncated)
    throw new AppError(
      'too-large',
      `The image is larger than the limit of ${MAX_UPLOAD_MB} MB. Upload a smaller file.`,
    );
  return Buffer.concat(chunks);
}

/** Draws an image again as a PNG in the sandboxed process, so that nothing of the uploaded bytes is stored. */
export async function drawBrandImage(ctx: Context, { kind, bytes }: UploadedImage): Promise<Buffer> {
  const type = SIGNATURES.find(
    ([offset, text]) => bytes.toString('latin1', offset, offset + text.length) === text,
  )?.[2];
  if (type === undefined) throw new AppError('unsupported-type', 'Upload a PNG, JPEG or WebP image.');
  // A new key each time: it must not be found in the cache under another owner's name.
  const document = {
    key: `brand ${randomUUID()}`,
    owner: 'brand',
    type,
    bytes: async () => Readable.from([bytes]),
  };
  const { rendering } = ctx.documents;
  return limitRendering(ctx, async () => {
    const opening = await rendering.listPages(document);
    const [page] = 'problem' in opening ? [] : opening.pages;
    if (!page) throw unusable('This image can’t be opened. Choose another one.');
    const longer = Math.max(page.width, page.height);
    if (longer / Math.min(page.width, page.height) > MAX_LOGO_RATIO)
      throw unusable('This image is too long and narrow. Choose another one.');
    for (const side of kind === 'icon' ? ICON_SIDES_PX : LOGO_SIDES_PX) {
      // A small image is not enlarged.
      const width = Math.max(1, Math.round((page.width * Math.min(side, longer)) / longer));
      const drawing = await rendering.renderPng(document, width);
      if ('problem' in drawing) throw unusable('This image can’t be opened. Choose another one.');
      if (drawing.image.length <= MAX_DRAWN_BYTES) return drawing.image;
    }
    throw unusable('This image can’t be opened. Choose another one.');
  });
}

const unusable = (message: string): AppError =>
  new AppError('invalid', message, { fields: { file: message } });

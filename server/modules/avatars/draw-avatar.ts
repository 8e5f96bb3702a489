import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { limitRendering } from '#server/modules/files/pages/limit-rendering.ts';

const WIDTH_PX = 256;
/** Beyond this shape most of a picture would be cut off, and a strip of one pixel would become a very high image. */
const MAX_RATIO = 3;

/** The formats that browsers and cameras write, by their first bytes. Others, among them SVG and PDF, are not opened. */
const SIGNATURES: readonly (readonly [offset: number, bytes: string, type: string])[] = [
  [0, '\xff\xd8\xff', 'jpg'],
  [0, '\x89PNG\r\n\x1a\n', 'png'],
  [0, 'GIF8', 'gif'],
  [8, 'WEBP', 'webp'],
];

/** Draws an image again as a small JPEG in the sandboxed process, so that nothing of the uploaded bytes is stored. */
export async function drawAvatar(ctx: Context, owner: string, bytes: Buffer): Promise<Buffer> {
  const found = SIGNATURES.find(
    ([offset, text]) => bytes.toString('latin1', offset, offset + text.length) === text,
  );
  if (!found) throw unusable('Choose a JPEG, PNG, GIF or WebP image.');
  const [, , type] = found;
  // A new key each time: it must not be found in the cache under another owner's name.
  const document = { key: `avatar ${randomUUID()}`, owner, type, bytes: async () => Readable.from([bytes]) };
  return limitRendering(ctx, async () => {
    const opening = await ctx.documents.rendering.listPages(document);
    const [page] = 'problem' in opening ? [] : opening.pages;
    if (!page) throw unusable('This image can’t be opened. Choose another one.');
    const ratio = page.height / page.width;
    if (ratio > MAX_RATIO || ratio < 1 / MAX_RATIO)
      throw unusable('This image is too long and narrow. Choose another one.');
    const drawing = await ctx.documents.rendering.renderPage(document, 1, WIDTH_PX);
    if ('problem' in drawing) throw unusable('This image can’t be opened. Choose another one.');
    return drawing.image;
  });
}

const unusable = (message: string): AppError =>
  new AppError('invalid', message, { fields: { image: message } });

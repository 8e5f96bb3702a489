import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { limitRendering } from '#server/modules/files/pages/limit-rendering.ts';

interface Shape {
  /** The field of the request that a refusal names. */
  readonly field: string;
  /** Width of the drawn image in pixels. */
  readonly width: number;
  /** Largest ratio of the longer side to the shorter one: a strip of one pixel would become a very high image. */
  readonly maxRatio: number;
}

/** The formats that browsers and cameras write, by their first bytes. Others, among them SVG and PDF, are not opened. */
const SIGNATURES: readonly (readonly [offset: number, bytes: string, type: string])[] = [
  [0, '\xff\xd8\xff', 'jpg'],
  [0, '\x89PNG\r\n\x1a\n', 'png'],
  [0, 'GIF8', 'gif'],
  [8, 'WEBP', 'webp'],
];

/** Draws an image again as a small JPEG in the sandboxed process, so that nothing of the uploaded bytes is stored. */
export async function redrawImage(
  ctx: Context,
  owner: string,
  bytes: Buffer,
  { field, width, maxRatio }: Shape,
): Promise<Buffer> {
  const unusable = (message: string) => new AppError('invalid', message, { fields: { [field]: message } });
  const found = SIGNATURES.find(
    ([offset, text]) => bytes.toString('latin1', offset, offset + text.length) === text,
  );
  if (!found) throw unusable('Choose a JPEG, PNG, GIF or WebP image.');
  const [, , type] = found;
  // A new key each time: it must not be found in the cache under another owner's name.
  const document = { key: `picture ${randomUUID()}`, owner, type, bytes: async () => Readable.from([bytes]) };
  return limitRendering(ctx, async () => {
    const opening = await ctx.documents.rendering.listPages(document);
    const [page] = 'problem' in opening ? [] : opening.pages;
    if (!page) throw unusable('This image can’t be opened. Choose another one.');
    const ratio = page.height / page.width;
    if (ratio > maxRatio || ratio < 1 / maxRatio)
      throw unusable('This image is too long and narrow. Choose another one.');
    const drawing = await ctx.documents.rendering.renderPage(document, 1, width);
    if ('problem' in drawing) throw unusable('This image can’t be opened. Choose another one.');
    return drawing.image;
  });
}

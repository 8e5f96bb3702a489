import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { audit } from '#server/app/audit.ts';
import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFileVersion } from '#server/authorization/load-file-version.ts';
import { rejectWhenBusy } from '../pages/limit-rendering.ts';
import { senderOf } from '../pages/renderable-document.ts';
import { watermarkText } from '../pages/watermark-text.ts';
import { compareVersions } from './compare-versions.ts';

const FROM_START = { a: 0, b: 0 };

/** Creates the comparison of two versions as a PDF with the name of the actor on each page. It contains text of both. */
export async function createComparisonPdf(
  ctx: Context,
  fileId: number,
  { a, b }: { a: number; b: number },
): Promise<{ name: string; bytes: Buffer }> {
  const comparison = await compareVersions(ctx, fileId, { a, b, from: FROM_START });
  const file = await loadFileVersion(ctx, fileId, b, 'view');
  if (!comparison.isTextShown)
    throw new AppError('forbidden', 'You can see where these versions differ, but download is restricted.');
  const { renderComparison } = await import('./render-comparison.ts');
  const plain = await renderComparison({ name: file.name, a, b, comparedAt: ctx.now() }, comparison);
  const source = { owner: String(senderOf(file)), bytes: async () => Readable.from([plain]) };
  const watermarked = await rejectWhenBusy(
    ctx.documents.watermark.watermarkPdf(source, await watermarkText(ctx, file), (bytes) => buffer(bytes)),
  );
  if ('problem' in watermarked)
    throw new Error(`A comparison could not be watermarked: ${watermarked.problem}`);
  await audit(ctx, {
    action: 'file.comparison-export',
    object: { kind: 'file', id: fileId, name: file.name },
    details: { a, b },
  });
  return { name: `Comparison of ${file.name}, versions ${a} and ${b}.pdf`, bytes: watermarked };
}

import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { loadFile } from '#server/authorization/load-file.ts';
import { reloadUser } from '#server/authorization/reload-actor.ts';
import { recordView } from '#server/modules/activity/record-view.ts';
import { auditView } from '#server/modules/files/audit-file-access.ts';
import { rejectWhenBusy } from '#server/modules/files/pages/limit-rendering.ts';
import { toRenderableDocument } from '#server/modules/files/pages/renderable-document.ts';
import { fillChosenWatermark } from '#server/modules/files/pages/watermark-text.ts';
import { requiresPageWatermark } from '#server/modules/files/require-watermark.ts';
import type { BodyOf } from '#shared/contracts/endpoint.ts';
import type { previewWatermark as contract } from '#shared/contracts/links/watermarks.ts';
import { findOwnName } from './queries.ts';

const PAGE_WIDTH = 800;

/** Draws a watermark over a page for the person who designs it; returns a PNG. */
export async function previewWatermark(
  before: Context,
  { fileId, ...design }: BodyOf<typeof contract>,
): Promise<Buffer> {
  const ctx = await reloadUser(before);
  const { email } = await findOwnName(ctx.db, ctx.actor.id);
  const example = { email, link: 'Name of the link', group: 'Group', room: 'Room', copy: 1 };
  const mark = fillChosenWatermark(ctx, { ...design, ...example });
  const page = fileId === undefined ? undefined : await renderFirstPage(ctx, fileId);
  return rejectWhenBusy(ctx.documents.watermark.previewWatermark(page, mark, String(ctx.actor.id)));
}

async function renderFirstPage(ctx: Context, fileId: number): Promise<Buffer> {
  const file = await loadFile(ctx, fileId, 'view');
  // The preview would carry the design in place of what this file requires.
  if (await requiresPageWatermark(ctx, file))
    throw new AppError('forbidden', 'Choose a file that you may see without a watermark.');
  // The preview shows the page, so it is a view.
  await recordView(ctx, file);
  await auditView(ctx, file);
  const drawing = await rejectWhenBusy(
    ctx.documents.rendering.renderPage(toRenderableDocument(ctx, file), 1, PAGE_WIDTH),
  );
  if ('problem' in drawing) throw new AppError('unsupported-type', "This file can't be shown as pages.");
  return drawing.image;
}

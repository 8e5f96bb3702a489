import type { Context } from '#server/app/context.ts';
import { AppError } from '#server/app/errors.ts';
import { withConcurrencyLimit } from '#server/authorization/limits/concurrency-limit.ts';
import { isRendererBusy } from '#server/engines/documents/document-engine.ts';

/** Exceeds what our own pages request at once; the hundreds of a script would make everybody else wait. */
const RENDERING_LIMIT = {
  max: 64,
  message: 'Too many pages requested at once. Wait for them to load.',
};

/** Runs work that renders or converts documents, within the limit of its actor. */
export const limitRendering = <T>(ctx: Context, work: () => Promise<T>): Promise<T> =>
  withConcurrencyLimit(ctx, ctx.documents.rendering, RENDERING_LIMIT, () => rejectWhenBusy(work()));

/** Turns the engine's refusal of more work into the answer for users. */
export const rejectWhenBusy = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!isRendererBusy(error)) throw error;
    throw new AppError('unavailable', 'Many pages are being drawn just now. Try again in a moment.');
  });

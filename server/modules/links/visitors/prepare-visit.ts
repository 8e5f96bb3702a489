import type { Context } from '#server/app/context.ts';
import { prepareFirstPage } from '#server/modules/files/pages/first-page.ts';
import { findOnlyFile, findOpenLink } from '../access-queries.ts';
import { hashSlug } from '../slug.ts';

/**
 * Draws the first page of the only file of a link while its visitor looks for the code, whether or not they get one. Never
 * rejects: without it the page is drawn when it is asked for.
 */
export async function prepareVisit(ctx: Context, slug: string): Promise<void> {
  try {
    const link = await findOpenLink(ctx.db, hashSlug(slug), ctx.now());
    const file = link && (await findOnlyFile(ctx.db, link.id, ctx));
    if (file) await prepareFirstPage(ctx, file);
  } catch (error) {
    ctx.log.info({ err: error }, 'a first page was not drawn in advance');
  }
}

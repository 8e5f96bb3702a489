import type { Context } from '#server/app/context.ts';
import { loadLink } from '#server/authorization/links/load-link.ts';
import { loadCurrentUser } from '#server/modules/accounts/load-current-user.ts';
import type { LinkTarget } from '#shared/contracts/links/links.ts';
import { isAdmin } from '#shared/policies/actor.ts';
import * as queries from './queries.ts';
import { findViewTimes } from './visitors/count-queries.ts';
import { listVisitors } from './visitors/visitor-list-queries.ts';

interface Page {
  limit: number;
  cursor: number | undefined;
}

/** A link with its targets. */
export interface LoadedLink extends queries.ListedLink {
  readonly targets: readonly queries.NamedTarget[];
}

/** Lists the actor's links, or those to one folder or file: to administrators the links of all users. */
export async function listLinks(
  ctx: Context,
  page: Page & { target: LinkTarget | undefined },
): Promise<LoadedLink[]> {
  const { id } = await loadCurrentUser(ctx);
  const ownerId = page.target && isAdmin(ctx.actor) ? undefined : id;
  return withTargets(ctx, await queries.listLinks(ctx.db, { ...page, ownerId, actor: ctx.actor }));
}

export async function getLink(ctx: Context, id: number): Promise<LoadedLink> {
  await loadLink(ctx, id, 'view');
  const row = await queries.findListedLink(ctx.db, id);
  return { ...row, targets: await queries.listTargets(ctx.db, [id]) };
}

export async function getViewTimes(ctx: Context, id: number) {
  await loadLink(ctx, id, 'view');
  return findViewTimes(ctx.db, id);
}

export async function listLinkVisitors(ctx: Context, id: number, page: Page) {
  await loadLink(ctx, id, 'view');
  return listVisitors(ctx.db, id, page);
}

async function withTargets(ctx: Context, rows: readonly queries.ListedLink[]): Promise<LoadedLink[]> {
  const targets = Map.groupBy(
    await queries.listTargets(
      ctx.db,
      rows.map(({ id }) => id),
    ),
    ({ linkId }) => linkId,
  );
  return rows.map((row) => ({ ...row, targets: targets.get(row.id) ?? [] }));
}

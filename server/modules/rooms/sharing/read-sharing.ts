import type { Context } from '#server/app/context.ts';
import { withLongReads } from '#server/authorization/long-reads.ts';
import { listSharing, MAX_LISTED } from '#server/modules/invitations/list-sharing.ts';
import { type AccessPath, loadAccessPath } from '#server/modules/invitations/load-access-path.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { listSharing as contract } from '#shared/contracts/links/sharing.ts';
import { listAccessLinks } from './list-access-links.ts';
import { listSharedGroups } from './list-shared-groups.ts';

/** Lists who can open a folder, with the groups of its room, and all links to it. */
export const readSharing = (ctx: Context, id: number): Promise<ResultOf<typeof contract>> =>
  withLongReads(ctx, (ctx) => loadAccessPath(ctx, id), listAll);

async function listAll(ctx: Context, path: AccessPath): Promise<ResultOf<typeof contract>> {
  const { people, links, isComplete } = await listSharing(ctx, path);
  const accessLinks = await listAccessLinks(ctx, path, MAX_LISTED);
  return {
    people,
    groups: await listSharedGroups(ctx, path),
    links,
    accessLinks: accessLinks.rows.slice(0, MAX_LISTED),
    isComplete: isComplete && accessLinks.isComplete,
  };
}

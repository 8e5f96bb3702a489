import type { Context } from '#server/app/context.ts';
import {
  type AccessPath,
  describeSource,
  keepNearest,
} from '#server/modules/invitations/load-access-path.ts';
import { parseSettings } from '#server/modules/links/link-settings.ts';
import { buildLinkUrl } from '#server/modules/links/slug.ts';
import type { SharedAccessLink } from '#shared/contracts/links/sharing.ts';
import { linkPolicy } from '#shared/policies/links.ts';
import { listAccessLinkGrants } from './access-link-queries.ts';

/**
 * Lists the open links to a folder, newest first: those to folders whose access the caller manages. Only the owner of a link and
 * administrators get its address, as everywhere.
 */
export async function listAccessLinks(
  ctx: Context,
  path: AccessPath,
  limit: number,
): Promise<{ rows: SharedAccessLink[]; isComplete: boolean }> {
  const { folder, managedIds, pathIds } = path;
  const found = await listAccessLinkGrants(ctx.db, {
    folderId: folder.id,
    managedIds,
    limit,
    now: ctx.now(),
  });
  return {
    rows: keepNearest(found, pathIds).map((link) => ({
      id: link.id,
      name: link.name,
      level: parseSettings(link.settings).level,
      expiresAt: toInstant(link.expires_at),
      lastVisitAt: toInstant(link.last_visit_at),
      inheritedFrom: describeSource(path, link.folder_id),
      url: linkPolicy.view(ctx.actor, { ownerId: link.owner_id })
        ? buildLinkUrl(ctx, link.encrypted_slug)
        : null,
    })),
    isComplete: found.length <= limit,
  };
}

const toInstant = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

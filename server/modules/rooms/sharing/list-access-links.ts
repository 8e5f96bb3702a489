import type { Context } from '#server/app/context.ts';
import {
  type AccessPath,
  describeSource,
  keepNearest,
} from '#server/modules/invitations/load-access-path.ts';
import { listSteps, parseSettings } from '#server/modules/links/link-settings.ts';
import { buildLinkUrl } from '#server/modules/links/slug.ts';
import type { SharedAccessLink } from '#shared/contracts/links/sharing.ts';
import { isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { type Actor, isSelf } from '#shared/policies/actor.ts';
import { mayReadBearerAddresses } from '#shared/policies/bearer-addresses.ts';
import { linkPolicy } from '#shared/policies/links.ts';
import { type AccessLinkGrant, listAccessLinkGrants } from './access-link-queries.ts';

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
    actor: ctx.actor,
    folderId: folder.id,
    managedIds,
    limit,
    now: ctx.now(),
  });
  return {
    rows: keepNearest(found.filter(opensSomething), pathIds).map((link) => ({
      id: link.id,
      name: link.name,
      level: parseSettings(link.settings).level,
      expiresAt: isoInstantOrNull(link.expires_at),
      lastVisitAt: isoInstantOrNull(link.last_visit_at),
      inheritedFrom: describeSource(path, link.folder_id),
      url: mayReadAddress(ctx.actor, link) ? buildLinkUrl(ctx, link.encrypted_slug) : null,
    })),
    isComplete: found.length <= limit,
  };
}

/** Tells whether a link asks for an address, or may be opened without. */
const opensSomething = ({ settings, allows_public }: AccessLinkGrant): boolean =>
  allows_public === 1 || listSteps(parseSettings(settings)).includes('email');

/** An administrator gets no address of a link that also opens a room which they may not read. */
const mayReadAddress = (actor: Actor, { owner_id: ownerId, is_excluded }: AccessLinkGrant): boolean =>
  mayReadBearerAddresses(actor) &&
  (isSelf(actor, ownerId) || (is_excluded === 0 && linkPolicy.view(actor, { ownerId })));

import type { Services } from '#server/app/context.ts';
import type { Link, LinkVisitor } from '#shared/contracts/links/links.ts';
import { parseSettings } from './link-settings.ts';
import type { LoadedLink, listLinkVisitors } from './list-links.ts';
import { buildLinkUrl } from './slug.ts';

const toInstant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

type PresenterContext = Pick<Services, 'encryptor' | 'config' | 'now'>;

export function presentLink(ctx: PresenterContext, link: LoadedLink): Link {
  const { level, greeting, passwordHash, askEmail, requireCode, allowed, blocked, requireSignature } =
    parseSettings(link.settings);
  return {
    id: link.id,
    url: buildLinkUrl(ctx, link.encrypted_slug),
    name: link.name,
    owner: link.owner,
    targets: link.targets.map(({ kind, id, name }) => ({ kind, id, name })),
    status: statusOf(link, ctx.now()),
    createdAt: new Date(link.created_at).toISOString(),
    expiresAt: toInstant(link.expires_at),
    level,
    greeting,
    hasPassword: passwordHash !== null,
    askEmail: askEmail || requireCode,
    requireCode,
    allowed,
    blocked,
    terms: link.terms_id === null ? null : { id: link.terms_id, name: link.terms_name ?? '' },
    requireSignature,
    visits: link.visits,
    people: link.people,
    views: link.views,
    downloads: link.downloads,
    lastVisitAt: toInstant(link.last_visit_at),
  };
}

function statusOf({ disabled_at, expires_at }: LoadedLink, now: number): Link['status'] {
  if (disabled_at !== null) return 'disabled';
  return expires_at !== null && expires_at <= now ? 'expired' : 'active';
}

export const presentVisitor = (
  visitor: Awaited<ReturnType<typeof listLinkVisitors>>[number],
): LinkVisitor => ({
  id: visitor.id,
  email: visitor.email || null,
  verified: visitor.verified_by === 'code',
  visits: visitor.visits,
  firstVisitAt: new Date(visitor.first_visit_at).toISOString(),
  lastVisitAt: new Date(visitor.last_visit_at).toISOString(),
});

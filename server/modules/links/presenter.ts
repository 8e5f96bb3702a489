import type { Context } from '#server/app/context.ts';
import type { LinkAnalytics, LinkVisitor } from '#shared/contracts/links/link-visitors.ts';
import type { Link } from '#shared/contracts/links/links.ts';
import { isoInstant, isoInstantOrNull } from '#shared/domain/iso-instant.ts';
import { mayReadBearerAddresses } from '#shared/policies/bearer-addresses.ts';
import { parseSettings } from './link-settings.ts';
import type { LoadedLink } from './list-links.ts';
import { buildLinkUrl } from './slug.ts';
import type { ListedVisitor } from './visitors/visitor-list-queries.ts';

type PresenterContext = Pick<Context, 'actor' | 'encryptor' | 'config' | 'now'>;

export function presentLink(ctx: PresenterContext, link: LoadedLink): Link {
  const {
    level,
    greeting,
    passwordHash,
    askEmail,
    requireCode,
    allowed,
    blocked,
    requireSignature,
    alertOwner,
    rememberDays,
  } = parseSettings(link.settings);
  return {
    id: link.id,
    url: mayReadBearerAddresses(ctx.actor) ? buildLinkUrl(ctx, link.encrypted_slug) : null,
    name: link.name,
    owner: link.owner,
    targets: link.targets.map(({ kind, id, name }) => ({ kind, id, name })),
    group:
      link.group_id === null || link.room_id === null
        ? null
        : {
            id: link.group_id,
            name: link.group_name ?? '',
            roomId: link.room_id,
            roomName: link.room_name ?? '',
          },
    ...(link.archive_id !== null && {
      archive: { id: link.archive_id, roomName: link.archived_room ?? '' },
    }),
    status: statusOf(link, ctx.now()),
    createdAt: isoInstant(link.created_at),
    startsAt: isoInstantOrNull(link.starts_at),
    expiresAt: isoInstantOrNull(link.expires_at),
    maxVisits: link.max_visits,
    maxVisitors: link.max_visitors,
    level,
    greeting,
    hasPassword: passwordHash !== null,
    askEmail: askEmail || requireCode,
    requireCode,
    allowed,
    blocked,
    terms: link.terms_id === null ? null : { id: link.terms_id, name: link.terms_name ?? '' },
    watermark: link.watermark_id === null ? null : { id: link.watermark_id, name: link.watermark_name ?? '' },
    requireSignature,
    alertOwner,
    rememberDays,
    visits: link.visits,
    people: link.people,
    views: link.views,
    downloads: link.downloads,
    lastVisitAt: isoInstantOrNull(link.last_visit_at),
  };
}

function statusOf(link: LoadedLink, now: number): Link['status'] {
  const { disabled_at, starts_at, expires_at, max_visits, visits, obstacle } = link;
  if (disabled_at !== null) return 'disabled';
  if (expires_at !== null && expires_at <= now) return 'expired';
  if (obstacle) return obstacle;
  if (starts_at !== null && starts_at > now) return 'not-started';
  return max_visits !== null && visits >= max_visits ? 'used-up' : 'active';
}

export const presentAnalytics = (
  link: LoadedLink,
  { pages, ms }: { pages: number; ms: number },
): Omit<LinkAnalytics, 'visitors'> => ({
  opened: link.opened,
  refused: {
    password: link.refused_password,
    email: link.refused_email,
    code: link.refused_code,
    terms: link.refused_terms,
  },
  visits: link.visits,
  people: link.people,
  files: link.views,
  pages,
  ms,
  downloads: link.downloads,
  lastVisitAt: isoInstantOrNull(link.last_visit_at),
});

export const presentVisitor = ({ views, pages, ms, ...visitor }: ListedVisitor): LinkVisitor => ({
  id: visitor.id,
  email: visitor.email || null,
  verified: visitor.verified_by === 'code',
  visits: visitor.visits,
  ...(views !== undefined && { views }),
  ...(pages !== undefined && { pages }),
  ...(ms !== undefined && { ms }),
  firstVisitAt: isoInstant(visitor.first_visit_at),
  lastVisitAt: isoInstant(visitor.last_visit_at),
});

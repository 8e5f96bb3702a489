import { Link as RouteLink } from 'wouter';
import type { Link } from '#shared/contracts/links/links.ts';
import { countOf, formatDate } from '#shared/domain/format.ts';
import { LEVEL_LABELS } from '#web/features/invitations/sharing/level-labels.ts';
import { Badge } from '#web/ui/display/badge.tsx';
import { type LinkAction, LinkMenu } from './link-menu.tsx';

/** Describes what a link asks for and gives, such as "Code by email, password · View only · until Feb 20". */
function describeLink({
  requireCode,
  askEmail,
  hasPassword,
  terms,
  level,
  startsAt,
  expiresAt,
  maxVisits,
  maxVisitors,
  group,
  archive,
}: Link): string {
  const identification = requireCode ? 'Code by email' : askEmail ? 'Email' : 'No email';
  return [
    [identification, ...(hasPassword ? ['password'] : []), ...(terms ? [`terms “${terms.name}”`] : [])].join(
      ', ',
    ),
    archive ? 'archive' : group ? `into ${group.name}` : LEVEL_LABELS[level],
    ...(startsAt === null ? [] : [`from ${formatDate(startsAt)}`]),
    ...(maxVisits === null ? [] : [`at most ${countOf(maxVisits, 'visit')}`]),
    ...(maxVisitors === null ? [] : [`at most ${countOf(maxVisitors, 'person', 'people')}`]),
    ...(expiresAt === null ? [] : [`until ${formatDate(expiresAt)}`]),
  ].join(' · ');
}

export const STATUS_LABELS = {
  active: 'Active',
  'not-started': 'Not started',
  'used-up': 'Used up',
  expired: 'Expired',
  disabled: 'Disabled',
  'room-closed': 'Room closed',
  'room-in-preparation': 'Room in preparation',
  'target-deleted': 'Content deleted',
  'no-access': 'No access',
} as const satisfies Record<Link['status'], string>;

function describeFigures({ visits, people, views, downloads, lastVisitAt }: Link): string {
  if (lastVisitAt === null) return 'No visits yet';
  return [
    countOf(people, 'person', 'people'),
    countOf(visits, 'visit'),
    countOf(views, 'view'),
    countOf(downloads, 'download'),
    `last visit ${formatDate(lastVisitAt)}`,
  ].join(' · ');
}

interface LinkRowProps {
  link: Link;
  onAction: (action: LinkAction) => void;
}

export function LinkRow({ link, onAction }: LinkRowProps) {
  return (
    <li className="flex items-center gap-3 py-2 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <RouteLink href={`/links/${link.id}`} className="truncate rounded-sm font-medium hover:underline">
            {link.name}
          </RouteLink>
          {link.status !== 'active' && <Badge tone="warning">{STATUS_LABELS[link.status]}</Badge>}
        </p>
        <p className="text-ink-muted text-sm">{describeLink(link)}</p>
        <p className="text-ink-muted text-xs">{describeFigures(link)}</p>
      </div>
      <LinkMenu {...{ link, onAction }} />
    </li>
  );
}

import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import QrCode from 'lucide-react/icons/qr-code';
import Trash2 from 'lucide-react/icons/trash-2';
import Users from 'lucide-react/icons/users';
import { Link as RouteLink } from 'wouter';
import type { Link } from '#shared/contracts/links/links.ts';
import { formatDate } from '#shared/domain/format.ts';
import { toastError } from '#web/features/errors/toast-error.ts';
import { CopyLinkButton } from '#web/features/invitations/copy-link-button.tsx';
import { Dots } from '#web/ui/buttons/dots.tsx';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx';
import { useUpdateLink } from './api.ts';

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

const LEVEL_LABELS = {
  view: 'View only',
  download: 'PDFs with a watermark',
  original: 'Download',
} as const satisfies Record<Link['level'], string>;

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
    ...(maxVisits === null ? [] : [`at most ${count(maxVisits, 'visit')}`]),
    ...(maxVisitors === null ? [] : [`at most ${count(maxVisitors, 'person', 'people')}`]),
    ...(expiresAt === null ? [] : [`until ${formatDate(expiresAt)}`]),
  ].join(' · ');
}

export const STATUS_LABELS = {
  active: 'Active',
  'not-started': 'Not started',
  'used-up': 'Used up',
  expired: 'Expired',
  disabled: 'Disabled',
} as const satisfies Record<Link['status'], string>;

const isUsable = ({ status }: Link): boolean => status === 'active' || status === 'not-started';

function describeFigures({ visits, people, views, downloads, lastVisitAt }: Link): string {
  if (lastVisitAt === null) return 'Not opened yet';
  return [
    count(people, 'person', 'people'),
    count(visits, 'visit'),
    `${count(views, 'file')} opened`,
    count(downloads, 'download'),
    `last visit ${formatDate(lastVisitAt)}`,
  ].join(' · ');
}

interface LinkRowProps {
  link: Link;
  onAction: (action: 'edit' | 'qr-code' | 'revoke' | 'visitors') => void;
}

export function LinkRow({ link, onAction }: LinkRowProps) {
  const update = useUpdateLink();
  const isDisabled = link.status === 'disabled';
  const toggle = () =>
    update.mutate(
      { id: link.id, change: { disabled: !isDisabled } },
      { onError: (error) => toastError('The link could not be changed', error) },
    );
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
      <CopyLinkButton url={link.url} label={`Copy ${link.name}`} disabled={!isUsable(link)} />
      <Menu trigger={<IconButton icon={Dots} label={`Actions for ${link.name}`} size="small" />}>
        <MenuItem icon={Users} onSelect={() => onAction('visitors')}>
          Visitors
        </MenuItem>
        <MenuItem icon={QrCode} onSelect={() => onAction('qr-code')}>
          QR Code
        </MenuItem>
        <MenuItem icon={Pencil} onSelect={() => onAction('edit')}>
          Edit
        </MenuItem>
        <MenuItem icon={isDisabled ? Check : Ban} onSelect={toggle}>
          {isDisabled ? 'Enable' : 'Disable'}
        </MenuItem>
        <MenuItem icon={Trash2} danger onSelect={() => onAction('revoke')}>
          Revoke
        </MenuItem>
      </Menu>
    </li>
  );
}

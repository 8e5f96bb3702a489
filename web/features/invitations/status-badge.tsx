import type { OwnInvitation } from '#shared/contracts/invitations.ts';
import { daysLeft } from '#shared/domain/format.ts';
import { Badge } from '#web/ui/display/badge.tsx';

const STATUS_BADGE = {
  pending: { tone: 'accent', label: 'Pending' },
  accepted: { tone: 'success', label: 'Accepted' },
  expired: { tone: 'neutral', label: 'Expired' },
} as const;

export const getStatusLabel = ({ status }: Pick<OwnInvitation, 'status'>): string =>
  STATUS_BADGE[status].label;

export function InvitationStatusBadge({
  invitation,
}: {
  invitation: Pick<OwnInvitation, 'status' | 'expiresAt'>;
}) {
  const { tone, label } = STATUS_BADGE[invitation.status];
  const left = daysLeft(Date.parse(invitation.expiresAt), Date.now());
  return (
    <span className="inline-flex items-center gap-2">
      <Badge tone={tone}>{label}</Badge>
      {invitation.status === 'pending' && (
        <span className="text-ink-muted text-xs">{left === 1 ? '1 day left' : `${left} days left`}</span>
      )}
    </span>
  );
}

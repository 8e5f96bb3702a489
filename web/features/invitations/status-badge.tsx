import type { OwnInvitation } from '#shared/contracts/invitations.ts';
import { daysLeft } from '#shared/domain/format.ts';
import { Badge } from '#web/ui/display/badge.tsx';

const LOOK = {
  pending: { tone: 'accent', label: 'Pending' },
  accepted: { tone: 'success', label: 'Accepted' },
  expired: { tone: 'neutral', label: 'Expired' },
} as const;

export const statusOf = ({ status }: Pick<OwnInvitation, 'status'>): string => LOOK[status].label;

export function StatusBadge({ invitation }: { invitation: Pick<OwnInvitation, 'status' | 'expiresAt'> }) {
  const { tone, label } = LOOK[invitation.status];
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
